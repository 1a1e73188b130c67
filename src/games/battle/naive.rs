//! The naive twin: a battle as one would first write it, with lists of dice and one random number a die.
//!
//! It shares no code with the rules, the tables or the solver: it is the yardstick of the benches and an independent
//! check. Default readings, table set r1, melee weapons, no luck; styles normal, berserk or defensive throughout.

/// A gladiator of the twin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Man {
    /// Ranks of ATTACK.
    pub attack: u32,
    /// Ranks of the weapon.
    pub weapon: u32,
    /// The weapon's class, A to D.
    pub class: char,
    /// The weapon's critical bonus.
    pub bonus: u32,
    /// Ranks of ARMOR.
    pub armor: u32,
    /// Ranks of SHIELD, which he carries.
    pub shield: u32,
    /// Ranks of PARRY/DODGE.
    pub parry: u32,
    /// Ranks of FOCUS.
    pub focus: u32,
    /// Ranks of INITIATIVE.
    pub initiative: u32,
    /// Health.
    pub health: i32,
    /// `normal`, `berserk` or `defensive`.
    pub style: &'static str,
}

/// How a battle of the twin ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ended {
    /// 0 or 1.
    pub winner: usize,
    /// The loser is dead.
    pub dead: bool,
    /// As in case files.
    pub by: &'static str,
    /// Turns, the last one included.
    pub turns: u32,
}

#[derive(Debug, Clone)]
struct Fighting {
    man: Man,
    health: i32,
    stunned: bool,
    last: &'static str,
    doomed: bool,
}

fn throw(n: u32, die: &mut impl FnMut() -> u32) -> Vec<u32> {
    (0..n).map(|_| die()).collect()
}

fn any_six(n: u32, die: &mut impl FnMut() -> u32) -> bool {
    throw(n, die).contains(&6)
}

fn tier(attack: u32) -> u32 {
    match attack {
        0..=7 => 1,
        8..=11 => 2,
        12..=14 => 3,
        _ => 4,
    }
}

fn attack_dice(man: &Man) -> u32 {
    let dice = if man.weapon > 0 { (man.attack + man.weapon) / 2 } else { man.attack.div_ceil(2) };
    match man.style {
        "berserk" => dice + tier(man.attack),
        "defensive" => dice.saturating_sub(tier(man.attack)),
        _ => dice,
    }
}

fn defence_dice(f: &Fighting) -> u32 {
    let m = &f.man;
    if f.stunned || f.last == "berserk" {
        m.armor
    } else if f.last == "defensive" {
        m.armor + m.shield + m.parry + 2 * tier(m.attack)
    } else if f.last == "whiff" {
        m.armor + m.shield
    } else {
        m.armor + m.shield + m.parry
    }
}

/// The damage of table set r1: the highest face and one constant for each class.
fn damage(class: char, face: u32) -> i32 {
    face as i32
        + match class {
            'A' => -3,
            'B' => -2,
            'C' => -1,
            _ => 1,
        }
}

fn tracker(health: i32) -> u32 {
    match health {
        -2..=-1 => 6,
        -4..=-3 => 5,
        -6..=-5 => 4,
        -8..=-7 => 3,
        -10..=-9 => 2,
        -12..=-11 => 5,
        -14..=-13 => 4,
        -16..=-15 => 3,
        -18..=-17 => 2,
        _ => 1,
    }
}

/// Plays a battle; `die` gives 1 to 6.
pub fn battle(a: &Man, b: &Man, mut die: impl FnMut() -> u32) -> Ended {
    let new =
        |man: &Man| Fighting { man: man.clone(), health: man.health, stunned: false, last: "normal", doomed: false };
    let mut fighters = [new(a), new(b)];
    let mut x = loop {
        let sums: Vec<u32> = fighters.iter().map(|f| throw(f.man.initiative, &mut die).iter().sum()).collect();
        if sums[0] != sums[1] {
            break usize::from(sums[1] > sums[0]);
        }
    };
    let mut turns = 0;
    loop {
        turns += 1;
        let falls = |fighters: &[Fighting; 2], by: &'static str, dead: bool| Ended {
            winner: 1 - x,
            dead: dead || fighters[x].doomed,
            by,
            turns,
        };
        let mut may_act = true;
        if fighters[x].health < 0 {
            let door = fighters[x].health < -10;
            if !any_six(tracker(fighters[x].health), &mut die) {
                return falls(&fighters, if door { "deaths_door" } else { "unconscious" }, door);
            }
            if door {
                match die() {
                    6 => (fighters[x].health, fighters[x].stunned) = (fighters[x].health + 10, false),
                    5 => (fighters[x].health, fighters[x].stunned) = (fighters[x].health + 7, true),
                    4 => return falls(&fighters, "coma", false),
                    3 => return falls(&fighters, "insanity", false),
                    2 => return falls(&fighters, "coma_and_insanity", false),
                    _ => {
                        fighters[x].health += 8;
                        (fighters[x].stunned, fighters[x].doomed) = (false, true);
                    }
                }
            }
        }
        if fighters[x].stunned {
            may_act = any_six(fighters[x].man.focus, &mut die);
            fighters[x].stunned = !may_act;
        }
        let mut stuns = false;
        if may_act {
            let o = 1 - x;
            let (hurt, stun, kill) = attack(&mut fighters, x, &mut die);
            stuns = stun;
            fighters[o].health -= hurt;
            if kill || fighters[o].health <= -20 {
                return Ended { winner: x, dead: true, by: "slain", turns };
            }
        }
        x = 1 - x;
        fighters[x].stunned = stuns;
    }
}

/// One attack and the defence; damage, stun, kill.
fn attack(fighters: &mut [Fighting; 2], x: usize, die: &mut impl FnMut() -> u32) -> (i32, bool, bool) {
    let man = fighters[x].man.clone();
    let roll = throw(attack_dice(&man), die);
    let face = roll.iter().copied().max().unwrap_or(0);
    let mut count = roll.iter().filter(|d| **d == face).count() as u32;
    if man.style == "defensive" && face == 6 {
        count = count.min(1 + tier(man.attack));
    }
    let hits = match man.class {
        'A' => face >= 4,
        'B' => face >= 5,
        'C' => face == 6,
        _ => face == 6 && count >= 2,
    };
    fighters[x].last = match man.style {
        "normal" if !hits => "whiff",
        style => style,
    };
    if !hits {
        return (0, false, false);
    }
    let target = &fighters[1 - x];
    let needed = if face == 6 { count } else { count.min(2) };
    let mut roll = throw(defence_dice(target), die);
    let mut blocked = 0;
    loop {
        let sixes = roll.iter().filter(|d| **d == 6).count() as u32;
        blocked += sixes;
        if blocked >= needed {
            return (0, false, false);
        }
        if sixes == 0 {
            break;
        }
        roll = throw(sixes, die);
    }
    if face == 6 && count >= 3 {
        let extra = match man.class {
            'C' => 1,
            'D' => 2,
            _ => 0,
        };
        let total = throw(count + extra - blocked, die).iter().sum::<u32>() + man.bonus;
        return (5 + total as i32 / 2, true, total >= 36);
    }
    let stun = count >= 2 || target.stunned && face == 6;
    (damage(man.class, face), stun, false)
}
