//! The figures of a crate.

use std::collections::BTreeMap;

use crate::graph::{Graph, circles, feedback};
use crate::modules::Crate;
use crate::resolve::{Arrows, arrows};

/// The figures of a crate.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Figures {
    /// The number of files.
    pub files: usize,
    /// The number of circles of files.
    pub circles: usize,
    /// The arrows between the files of the largest circle, readable.
    pub arrows: Vec<String>,
    /// The number of files in the largest circle; 1 if there is none.
    pub largest: usize,
    /// The arrows back up between the modules of a folder.
    pub back: Vec<BackArrow>,
}

/// An arrow between two modules of a folder that use each other in a circle.
#[derive(Debug, PartialEq, Eq)]
pub struct BackArrow {
    /// The file that represents the using module.
    pub from: String,
    /// The file that represents the used module.
    pub to: String,
    /// The names that it uses.
    pub names: String,
}

/// Measures a crate.
#[must_use]
pub fn measure(of: &Crate) -> Figures {
    let arrows = arrows(of);
    let circles = circles(&weights(&arrows));
    let inside = |files: &(usize, usize)| {
        circles.first().is_some_and(|circle| circle.contains(&files.0) && circle.contains(&files.1))
    };
    let tied = arrows.iter().filter(|(files, _)| inside(files));
    let mut back = Vec::new();
    for arrows in levels(of, &arrows).values() {
        for (from, to) in feedback(&weights(arrows)) {
            let names = arrows[&(from, to)].iter().map(String::as_str).collect::<Vec<_>>();
            let [from, to] = [from, to].map(|file| of.files[file].clone());
            back.push(BackArrow { from, to, names: names.join(", ") });
        }
    }
    Figures {
        files: of.files.len(),
        circles: circles.len(),
        arrows: tied
            .map(|((from, to), names)| {
                let names = names.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
                format!("{} -> {}: {names}", of.files[*from], of.files[*to])
            })
            .collect(),
        largest: circles.first().map_or(1, std::collections::BTreeSet::len),
        back,
    }
}

/// Few arrows before few names.
fn weights(arrows: &Arrows) -> Graph {
    arrows.iter().map(|(arrow, names)| (*arrow, 1000 + names.len())).collect()
}

/// Returns for each file with child modules the arrows between these, each with all inside it, and
/// the file itself.
fn levels(of: &Crate, arrows: &Arrows) -> BTreeMap<usize, Arrows> {
    let ancestors = |file: usize| {
        let mut chain: Vec<usize> =
            std::iter::successors(Some(file), |file| of.parents[*file]).collect();
        chain.reverse();
        chain
    };
    let mut levels: BTreeMap<usize, Arrows> = BTreeMap::new();
    for ((from, to), names) in arrows {
        let (from, to) = (ancestors(*from), ancestors(*to));
        let common = from.iter().zip(&to).take_while(|(from, to)| from == to).count();
        let node = |chain: &[usize]| *chain.get(common).unwrap_or(&chain[common - 1]);
        let level = levels.entry(from[common - 1]).or_default();
        level.entry((node(&from), node(&to))).or_default().extend(names.iter().cloned());
    }
    levels
}
