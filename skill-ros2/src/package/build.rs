//! The messages of a robot from its description.

use super::error::PackageError;
use super::model::{Action, Field, InterfaceMessage, Package};
use super::names::{self, Taken};
use super::text;
use super::types::{self, Count, Type};
use skill_runtime::SkillInfo;
use skill_runtime::blackboard::{BoardEntry, FieldInfo};
use skill_runtime::graph::ArgInfo;
use skill_studio::Description;

impl Package {
    /// Returns the messages of a robot.
    ///
    /// # Errors
    /// [`PackageError`] if a skill has an argument or a result that no message can have.
    pub fn of(description: &Description) -> Result<Self, PackageError> {
        let namespace = names::snake(description.robot);
        let (mut names, mut types) =
            (Taken::of(&["robot", "control", "state"]), Taken::of(&["Robot", "Control", "State"]));
        let mut actions = vec![Action {
            skill: None,
            name: names.take("skill".to_owned(), "_"),
            type_name: types.take("Skill".to_owned(), ""),
            goal: vec![Field::own("call", Type::Text(0), "The call, as `fetch{misses=1}`.")],
            result: vec![Field::own(
                "value",
                Type::Text(0),
                "The result as a text; empty if there is none.",
            )],
        }];
        for skill in description.space.skills {
            actions.push(Action::of(skill, &mut names, &mut types)?);
        }
        let interfaces = description.interfaces.iter();
        let interfaces =
            interfaces.map(|entry| InterfaceMessage::of(entry, &mut names, &mut types));
        let mut new = Self {
            name: format!("{namespace}_skills"),
            namespace,
            hash: 0,
            actions,
            interfaces: interfaces.collect(),
        };
        // That of the files without it.
        new.hash = text::hash(&text::files(&new));
        Ok(new)
    }
}

impl Action {
    fn of(
        skill: &'static SkillInfo,
        names: &mut Taken,
        types: &mut Taken,
    ) -> Result<Self, PackageError> {
        let mut taken = Taken::of(&["package_hash"]);
        let goal =
            skill.arguments().map(|arg| Field::of_argument(skill, arg, arg.type_name, &mut taken));
        let goal = goal.collect::<Result<_, _>>()?;
        let mut taken = Taken::of(&["status", "reason"]);
        let result = match skill.result {
            None => Vec::new(),
            Some(of) => {
                let fields = of.fields.iter().map(|field| {
                    let is_whole = field.name.is_empty();
                    let type_name = if is_whole { of.type_name } else { field.type_name };
                    let mut field = Field::of_argument(skill, field, type_name, &mut taken)?;
                    // A result always has all its values.
                    field.default = None;
                    Ok(field)
                });
                fields.collect::<Result<_, _>>()?
            }
        };
        Ok(Self {
            skill: Some(skill),
            name: names.take(names::snake(skill.name), "_"),
            type_name: types.take(names::camel(skill.name), ""),
            goal,
            result,
        })
    }
}

impl InterfaceMessage {
    fn of(entry: &'static BoardEntry, names: &mut Taken, types: &mut Taken) -> Self {
        let mut taken = Taken::of(&["has_writer", "age_sec"]);
        let fields = entry.interface.fields.iter();
        Self {
            entry,
            name: names.take(names::snake(entry.id), "_"),
            type_name: types.take(names::camel(entry.id), ""),
            fields: fields.map(|field| Field::of_field(field, &mut taken)).collect(),
        }
    }
}

impl Field {
    fn own(name: &'static str, ty: Type, comment: &str) -> Self {
        let comment = vec![comment.to_owned()];
        Self { name: name.to_owned(), source: name, ty, count: Count::One, default: None, comment }
    }

    fn of_argument(
        skill: &SkillInfo,
        arg: &ArgInfo,
        type_name: &str,
        taken: &mut Taken,
    ) -> Result<Self, PackageError> {
        let found = Type::of_argument(type_name, arg.choices);
        let (ty, count) = found.ok_or_else(|| PackageError::Type {
            skill: skill.name.to_owned(),
            argument: arg.name.to_owned(),
            type_name: type_name.to_owned(),
        })?;
        let name = if arg.name.is_empty() { "value" } else { arg.name };
        let default = match count {
            Count::One => arg.default.map(|default| types::literal(default, ty)),
            Count::Optional | Count::Array(_) => None,
        };
        let mut comment = text::comment(arg.docs);
        if let Some(range) = arg.range {
            comment.push(format!("Range: {}.", text::line(&range.to_string())));
        }
        // A default that is an expression: nothing but the skill has its value.
        let (count, default) = match default {
            Some(None) => (Count::Optional, None),
            Some(default) => (count, default),
            None => (count, None),
        };
        if count == Count::Optional {
            let missing = arg.default.map_or("none".to_owned(), text::line);
            comment.push(format!("Empty: {missing}."));
        }
        if !arg.unit.is_empty() {
            comment.push(format!("[{}]", text::line(arg.unit)));
        }
        let name = taken.take(names::field(name), "_");
        Ok(Self { name, source: arg.name, ty, count, default, comment })
    }

    fn of_field(field: &FieldInfo, taken: &mut Taken) -> Self {
        let (ty, count) = Type::of_field(field.ty);
        let mut comment = text::comment(field.docs);
        if !field.unit.is_empty() {
            comment.push(format!("[{}]", text::line(field.unit)));
        }
        let name = taken.take(names::field(field.name), "_");
        Self { name, source: field.name, ty, count, default: None, comment }
    }
}
