//! Golden duels.
use gsim::games::clash::{duel::Duel, unit::Unit, spec::PolicySpec, kernel::Kernel};
#[test]
fn headline() {
    let t = std::time::Instant::now();
    let u = |s: &str| Unit::parse(s, &[]).unwrap();
    let mut d = Duel::simple(u("SSNT"), u("SSST"));
    let edge = |d: &Duel| { let (ends, total) = d.halves().ends(); let e: i128 = ends.iter().map(|(s, w)| i128::from(d.result(s).edge) * *w as i128).sum(); (e, total, ends.len()) };
    let (e, total, n) = edge(&d);
    println!("{} {} {} {:?}", e, total, n, t.elapsed());
    assert_eq!(e * 11664, 17 * total as i128);
    for p in ["minimax","best_response:simple","random"] {
    let t = std::time::Instant::now();
    d.specs = [PolicySpec::parse(p).unwrap(), PolicySpec::parse(p).unwrap()];
    let (e, total, n) = edge(&d);
    println!("{p} {} {} {} {} {:?}", e, total, n, e as f64/total as f64, t.elapsed());
    }
    let d = Duel::simple(u("SSNT"), u("SSST"));
    let h = d.halves();
    let t = std::time::Instant::now();
    let k = Kernel::new(&h);
    println!("kernel {} {} {:?}", k.middles().len(), k.ends().len(), t.elapsed());
    let mut counts = vec![0u64; 2*k.ends().len()];
    let t = std::time::Instant::now();
    let blocks = 6104;
    for b in 0..blocks { k.play(42, b, 16384, &mut counts); }
    let el = t.elapsed();
    println!("{} per duel ns {}", counts.iter().sum::<u64>(), el.as_nanos() as f64 / (blocks as f64 * 16384.0));
    let (ends, total) = h.ends();
    let nn = counts.len()/2;
    let n: u64 = counts.iter().sum();
    let chi: f64 = ends.iter().enumerate().map(|(i,(_, w))| { let e = *w as f64/total as f64 * n as f64; let o=(counts[i]+counts[i+nn]) as f64; (o-e)*(o-e)/e}).sum();
    println!("chi {} df {}", chi, nn-1);
    let mut s = gsim::chance::Stream::new(1, "x", 0, gsim::chance::Lane::Main);
    let t = std::time::Instant::now(); let mut x = 0u64; for _ in 0..100_000_000 { x = x.wrapping_add(s.word()); } println!("word ns {} {x}", t.elapsed().as_nanos() as f64/1e8);
}
