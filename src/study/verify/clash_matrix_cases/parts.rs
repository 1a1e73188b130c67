//! Values that take more than a look at the matrix: equilibria, changes under a switch, one part of a policy, columns.

use super::*;

impl Question {
    pub(super) fn exploitability(&self) -> Result<Value> {
        let game = self.game()?;
        let list = self
            .inputs
            .get("mixtures")
            .and_then(Value::as_array)
            .ok_or_else(|| Error::usage("the case has no list `mixtures`"))?;
        list.iter()
            .map(|mixture| {
                let mut weights = vec![0.0; self.teams.len()];
                for (name, weight) in mixture
                    .as_object()
                    .ok_or_else(|| Error::usage("a mixture names teams with weights"))?
                {
                    let team = unit(name)?;
                    let at = self.teams.iter().position(|t| *t == team);
                    let at = at.ok_or_else(|| {
                        Error::usage(format!("the mixture's team {name} is not among the teams"))
                    })?;
                    weights[at] += number(weight)
                        .ok_or_else(|| Error::usage(format!("`{weight}` is not a weight")))?;
                }
                let sum: f64 = weights.iter().sum();
                if sum <= 0.0 || weights.iter().any(|w| *w < 0.0) {
                    return Err(Error::usage(
                        "the weights of a mixture are not negative and not all 0",
                    ));
                }
                weights.iter_mut().for_each(|w| *w /= sum);
                Ok(Value::from(nash::exploitability(&game, &weights)))
            })
            .collect()
    }

    /// Against the default switches of the ruleset, or another ruleset.
    pub(super) fn change(&self, key: &str) -> Result<Value> {
        let mut other = self.inputs.clone();
        match self.inputs.get("compare_to") {
            None => {}
            Some(Value::String(name)) if name == "default" => {}
            Some(Value::String(name)) => {
                other.insert("ruleset".into(), name.clone().into());
            }
            Some(Value::Object(set)) => {
                other.insert("set".into(), Value::Object(set.clone()));
            }
            Some(what) => {
                return Err(Error::usage(format!(
                    "compare_to is `default`, a ruleset or a set of switches, not {what}"
                )));
            }
        }
        if !matches!(self.inputs.get("compare_to"), Some(Value::Object(_))) {
            other.remove("set");
        }
        let other = Setting {
            rules: Rc::new(rules(&other)?),
            ..self.setting.clone()
        };
        difference_of(key, &other, &self.setting, &self.teams)
    }

    /// Mean edge over all pairs and both orders with one part of the first side replaced by each of a list.
    pub(super) fn by_part(&self, part: &str, keys: &[&str]) -> Result<Value> {
        let base = match self.inputs.get("base_policy").and_then(Value::as_str) {
            Some(name) => PolicySpec::parse(name)?,
            None => self.setting.specs[0].clone(),
        };
        let named =
            self.inputs.contains_key("defender_policy") || self.inputs.contains_key("policy");
        let against = if named {
            self.setting.specs[1].clone()
        } else {
            base.clone()
        };
        let list = keys
            .iter()
            .find_map(|k| self.inputs.get(*k).and_then(Value::as_array));
        let list =
            list.ok_or_else(|| Error::usage(format!("the case has no list `{}`", keys[0])))?;
        let mut found = Map::new();
        for value in list {
            let text = value
                .as_str()
                .ok_or_else(|| Error::usage(format!("`{}` lists texts, not {value}", keys[0])))?;
            let spec = base.clone().with_part(part, &spelt(part, text, &base))?;
            let setting = Setting {
                specs: [spec, against.clone()],
                ..self.setting.clone()
            };
            found.insert(
                text.into(),
                setting
                    .edges(&self.teams, &self.teams)?
                    .mean_edge_all()
                    .into(),
            );
        }
        Ok(Value::Object(found))
    }

    /// Edge and chance of defeating it when each team challenges the one unit asked for.
    pub(super) fn column(&self) -> Result<Vec<(f64, f64)>> {
        let name = self
            .inputs
            .get("defender")
            .and_then(Value::as_str)
            .ok_or_else(|| Error::usage("the case has no text `defender`"))?;
        let matrix = self.setting.matrix(&self.teams, &[unit(name)?])?;
        Ok((0..self.teams.len())
            .map(|t| (matrix.pair(t, 0).edge[0], matrix.pair(t, 0).p_column_out[0]))
            .collect())
    }

    /// Teams for which challenging the one unit is worth more than what `rival` makes of challenging each team.
    pub(super) fn prefer(&self, wanted: &Value, rival: impl Fn(&[f64]) -> f64) -> Result<Value> {
        let (column, challenging) = (self.column()?, self.whole()?.challenging());
        let prefers = |t: &usize| column[*t].0 > rival(challenging.row(*t)) + SAME;
        Ok(self.names(wanted, (0..self.teams.len()).filter(prefers)))
    }

    /// Additive worth of the kinds: least squares on the teams' means.
    pub(super) fn fit(&self) -> Result<rating::Fit> {
        let features: Vec<Vec<f64>> = self
            .teams
            .iter()
            .map(|t| t.counts.to_array().map(f64::from).to_vec())
            .collect();
        Ok(rating::additive(&features, &self.game()?.means()))
    }
}
