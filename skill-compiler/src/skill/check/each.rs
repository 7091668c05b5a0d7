//! The skills of one header: what is the same in all of them is checked once, lists give each its own
//! ids and sub-skills.

use super::{Interface, Model, Other};
use crate::skill::ast::{EachList, Others};
use crate::syntax::errors::{Errors, unknown_of};
use crate::syntax::names::{plain, print_path};
use syn::{Ident, LitStr, Path};

/// The lists of a block, as they are found.
pub struct Each {
    others: Others,
    /// A list is wrong; reported.
    is_wrong: bool,
    /// For each interface, the ids, one for each skill of the header; none where a list lacks it, which is
    /// reported.
    ids: Vec<Vec<Option<String>>>,
    /// The same of the paths of sub-skills.
    skills: Vec<Vec<Option<Path>>>,
}

/// The lists of a block, taken apart by skill.
pub struct Lists {
    pub others: Vec<Other>,
    /// The paths of the first skill's sub-skills.
    pub skill_paths: Vec<Path>,
    /// Whether a list lacks something.
    pub lost: bool,
}

impl Each {
    pub fn new(others: Others) -> Self {
        Self { others, is_wrong: false, ids: Vec::new(), skills: Vec::new() }
    }

    /// The names of the header after the first.
    pub fn names(&self) -> impl Iterator<Item = &Ident> {
        self.others.names.iter()
    }

    /// Returns the ids of an interface, one for each skill of the header.
    pub fn ids_of(
        &mut self,
        list: Option<&EachList<LitStr>>,
        id: &str,
        errors: &mut Errors,
    ) -> Vec<Option<String>> {
        let print = |id: &LitStr| format!("{:?}", id.value());
        let listed = list.map(|list| {
            self.check_length(list, ("id", "ids"), print, errors);
            if let [first, others @ ..] = &list.all[..]
                && !others.is_empty()
                && !list.broken
                && others.iter().all(|other| other.value() == first.value())
            {
                self.is_wrong = true;
                let first = print(first);
                let help = format!("help: write `{first}` without the list, or another id");
                errors.span(list.span, format!("the same id for each skill\n{help}"));
            }
            list.all.iter().map(LitStr::value).collect()
        });
        self.one_each(listed, &id.to_owned())
    }

    /// Returns the paths of a sub-skill, one for each skill of the header.
    fn paths_of(
        &mut self,
        list: Option<&EachList<Path>>,
        path: &Path,
        errors: &mut Errors,
    ) -> Vec<Option<Path>> {
        let listed = list.map(|list| {
            self.check_length(list, ("sub-skill", "sub-skills"), print_path, errors);
            list.all.clone()
        });
        self.one_each(listed, path)
    }

    /// One of the list for each skill of the header, as far as it is long enough.
    fn one_each<T: Clone>(&self, listed: Option<Vec<T>>, of_all: &T) -> Vec<Option<T>> {
        let count = self.others.names.len() + 1;
        let Some(listed) = listed else { return vec![Some(of_all.clone()); count] };
        let mut all: Vec<Option<T>> = listed.into_iter().map(Some).collect();
        all.resize(count, None);
        all
    }

    /// Reports a list that is not as long as the header.
    fn check_length<T>(
        &mut self,
        list: &EachList<T>,
        (one, many): (&str, &str),
        print: impl Fn(&T) -> String,
        errors: &mut Errors,
    ) {
        let (found, expected) = (list.all.len(), self.others.names.len() + 1);
        self.is_wrong |= list.broken || found != expected || expected == 1;
        if list.broken || self.others.broken || found == expected && expected > 1 {
            return;
        }
        if expected == 1 {
            let help = format!(
                "help: write one {one}, or list the names of the skills: `[LEFT, RIGHT](..)`"
            );
            errors.span(list.span, format!("list of {many} in a block with one name\n{help}"));
            errors.lost_section = true;
            return;
        }
        let help = match list.all.get(expected) {
            Some(further) => format!("remove `{}`", print(further)),
            None => format!("add the {one} of `{}`", self.others.names[found - 1]),
        };
        let message = format!(
            "expected {expected} {many}, one for each name of the header, found {found}\nhelp: {help}"
        );
        errors.span(list.span, message);
    }

    /// Keeps the ids of an interface.
    pub fn keep_ids(&mut self, ids: Vec<Option<String>>) {
        self.ids.push(ids);
    }

    /// Keeps a sub-skill.
    pub fn keep_skill(&mut self, list: Option<&EachList<Path>>, path: &Path, errors: &mut Errors) {
        let paths = self.paths_of(list, path, errors);
        self.skills.push(paths);
    }

    /// Returns what each skill has.
    pub fn finish(self, name: &Ident, interfaces: &[Interface], errors: &mut Errors) -> Lists {
        let unknown = || {
            let ty = unknown_of(name);
            syn::parse_quote!(#ty)
        };
        let lacks = |all: &[Option<Path>]| all.iter().any(Option::is_none);
        let lost = self.ids.iter().any(|ids| ids.contains(&None))
            || self.skills.iter().any(|all| lacks(all));
        let at = |place: usize| Other {
            name: if place == 0 { name.clone() } else { self.others.names[place - 1].clone() },
            // Of those that are too many, nothing is left.
            ids: self.ids.iter().take(interfaces.len()).map(|ids| ids[place].clone()).collect(),
            skill_paths: self
                .skills
                .iter()
                .map(|paths| paths[place].clone().unwrap_or_else(unknown))
                .collect(),
        };
        let mut all: Vec<Other> = (0..=self.others.names.len()).map(at).collect();
        if !self.is_wrong && !self.others.broken && !errors.lost.interfaces {
            report_equal(&all, errors);
        }
        let others = all.split_off(1);
        let skill_paths = all.pop().map_or_else(Vec::new, |first| first.skill_paths);
        Lists { others, skill_paths, lost }
    }
}

/// Reports skills that differ in nothing but their names.
fn report_equal(all: &[Other], errors: &mut Errors) {
    let print = |of: &Other| of.skill_paths.iter().map(print_path).collect::<Vec<_>>();
    for (place, second) in all.iter().enumerate() {
        let mut before = all[..place].iter();
        let is_same = |first: &&Other| first.ids == second.ids && print(first) == print(second);
        if let Some(first) = before.find(is_same) {
            let (first, second) = (plain(&first.name), &second.name);
            errors.at(second, format!("`{second}` differs from `{first}` in nothing but the name\nhelp: give each its own id, `arm: Type = [\"Left\", \"Right\"]`, or sub-skill, `Home = [A, B]`"));
        }
    }
}

impl Model {
    /// The sub-skills of the skills of a block, each after the name by which the block uses it.
    pub fn listed(&self) -> impl Iterator<Item = (&Path, &Path)> {
        self.skills.iter().enumerate().flat_map(|(place, key)| {
            let others = self.others.iter().map(move |other| &other.skill_paths[place]);
            others.chain([&self.skill_paths[place]]).map(move |of| (key, of))
        })
    }

    /// Returns the path by which the code of the block means a sub-skill: of a list, its name.
    pub fn name_in_code(&self, skill: usize) -> &Path {
        let name = &self.skills[skill];
        if name.get_ident().is_some() { name } else { &self.skill_paths[skill] }
    }

    /// Makes this the next of the other skills, while there is one: what was found of the block, its warnings,
    /// is the first skill's.
    pub fn become_next(&mut self) -> bool {
        if self.others.is_empty() {
            return false;
        }
        let Other { name, ids, skill_paths } = self.others.remove(0);
        let before = std::mem::replace(&mut self.name, name);
        self.first.get_or_insert(before);
        self.skill_paths = skill_paths;
        for (interface, id) in self.interfaces.iter_mut().zip(ids) {
            match (id, &self.first) {
                (Some(id), _) => interface.id = id,
                (None, first) => interface.ty = unknown_of(first.as_ref().unwrap_or(&self.name)),
            }
        }
        self.warnings.clear();
        true
    }
}
