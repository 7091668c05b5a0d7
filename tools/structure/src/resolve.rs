//! Resolves paths to the files that define what they name, through re-exports.

use std::collections::{BTreeMap, BTreeSet};

use crate::modules::{Crate, Import};

/// The names for which a file uses another.
pub type Arrows = BTreeMap<(usize, usize), BTreeSet<String>>;

/// The item that a path names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Target {
    Module(usize),
    Item { file: usize, name: String },
}

/// Returns the arrows between the files of a crate.
#[must_use]
pub fn arrows(of: &Crate) -> Arrows {
    let mut arrows = Arrows::new();
    for (index, module) in of.modules.iter().enumerate() {
        let imports = module.imports.iter().filter(|import| !import.is_reexport);
        let named = imports.filter(|import| import.name.is_some()).map(|import| &import.path);
        for path in named.chain(&module.paths) {
            let mut targets = resolve(of, index, path);
            if let [name] = path.as_slice()
                && let Some(files) = of.macros.get(name)
                && !files.contains(&module.file)
            {
                let item = |file: &usize| Target::Item { file: *file, name: name.clone() };
                targets.extend(files.iter().map(item));
            }
            for target in targets {
                if let Target::Item { file, name } = target
                    && file != module.file
                {
                    arrows.entry((module.file, file)).or_default().insert(name);
                }
            }
        }
    }
    arrows
}

fn resolve(of: &Crate, module: usize, path: &[String]) -> BTreeSet<Target> {
    let mut search = Search { of, trail: Vec::new(), is_generated: false };
    let found = search.path(module, path);
    if !found.is_empty() {
        return found;
    }
    // Names that a macro call among the items seems to define.
    search.is_generated = true;
    search.path(module, path)
}

struct Search<'a> {
    of: &'a Crate,
    /// The names that are being looked up: two globs may import each other.
    trail: Vec<(usize, String)>,
    is_generated: bool,
}

impl Search<'_> {
    fn path(&mut self, module: usize, path: &[String]) -> BTreeSet<Target> {
        let Some((first, rest)) = path.split_first() else {
            return BTreeSet::new();
        };
        let mut targets = match first.as_str() {
            "crate" => BTreeSet::from([Target::Module(0)]),
            "self" => BTreeSet::from([Target::Module(module)]),
            name if self.of.own_names.contains(name) => BTreeSet::from([Target::Module(0)]),
            name => self.name(module, name),
        };
        for name in rest {
            // A function may have the name of a module.
            if targets.iter().any(|target| matches!(target, Target::Module(_))) {
                targets.retain(|target| matches!(target, Target::Module(_)));
            }
            targets = targets
                .into_iter()
                .flat_map(|target| match target {
                    Target::Module(module) => self.name(module, name),
                    // A variant, a constant or a function of a type.
                    item @ Target::Item { .. } => BTreeSet::from([item]),
                })
                .collect();
        }
        targets
    }

    fn name(&mut self, index: usize, name: &str) -> BTreeSet<Target> {
        let module = &self.of.modules[index];
        if name == "super" {
            return module.parent.map(Target::Module).into_iter().collect();
        }
        if self.trail.iter().any(|(module, known)| (*module, known.as_str()) == (index, name)) {
            return BTreeSet::new();
        }
        self.trail.push((index, name.to_owned()));
        let mut found: BTreeSet<Target> =
            module.children.get(name).map(|child| Target::Module(*child)).into_iter().collect();
        let is_item = module.items.contains(name);
        if is_item || self.is_generated && module.generated.contains(name) {
            found.insert(Target::Item { file: module.file, name: name.to_owned() });
        }
        let is_named = |import: &&Import| import.name.as_deref() == Some(name);
        for import in module.imports.iter().filter(is_named) {
            found.extend(self.path(index, &import.path));
        }
        let globs = |import: &&Import| import.name.is_none();
        for import in module.imports.iter().filter(globs) {
            // The words of macro calls are a guess, used only for re-exports.
            if !found.is_empty() || self.is_generated && !import.is_reexport {
                break;
            }
            for target in self.path(index, &import.path) {
                if let Target::Module(module) = target {
                    found.extend(self.name(module, name));
                }
            }
        }
        self.trail.pop();
        found
    }
}
