//! Suggestions of the form "did you mean ..?".

/// The maximum length of a name that is compared, in bytes.
const MAX_LEN: usize = 48;

/// Returns the name in `names` that is most similar to `name`, if at most a third of its letters
/// are changed, added, omitted or swapped, and not its only one.
#[must_use]
pub fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    let length = name.chars().count();
    let allowed = length.div_ceil(3).max(1);
    names
        .filter_map(|candidate| Some((distance(name, candidate)?, candidate)))
        .filter(|(distance, near)| *distance <= allowed && *distance < length.max(near.len()))
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Returns the number of letters that are changed, added, omitted or swapped (optimal string
/// alignment distance), ignoring case, or `None` if a name is too long to be compared.
fn distance(a: &str, b: &str) -> Option<usize> {
    if a.len() > MAX_LEN || b.len() > MAX_LEN {
        return None;
    }
    let mut before = [0_usize; MAX_LEN + 1];
    let mut last = [0_usize; MAX_LEN + 1];
    let mut row = [0_usize; MAX_LEN + 1];
    for (i, place) in last.iter_mut().enumerate() {
        *place = i;
    }
    let (a, b) = (a.as_bytes(), b.as_bytes());
    for (i, x) in a.iter().map(u8::to_ascii_lowercase).enumerate() {
        row[0] = i + 1;
        for (j, y) in b.iter().map(u8::to_ascii_lowercase).enumerate() {
            let changed = last[j] + usize::from(x != y);
            let mut best = changed.min(last[j + 1] + 1).min(row[j] + 1);
            let swapped = i > 0
                && j > 0
                && b[j - 1].eq_ignore_ascii_case(&x)
                && a[i - 1].eq_ignore_ascii_case(&y);
            if swapped {
                best = best.min(before[j - 1] + 1);
            }
            row[j + 1] = best;
        }
        before = last;
        last = row;
    }
    last.get(b.len()).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_found() {
        let names = ["standup", "getup", "servo", "park", "stop", "kick"];
        let near = |name| nearest(name, names.into_iter());
        assert_eq!(near("stand"), Some("standup"));
        assert_eq!(near("kcik"), Some("kick"));
        assert_eq!(near("Getup"), Some("getup"));
        assert_eq!(near("dribble"), None);
        assert_eq!(nearest("bak", ["front", "back"].into_iter()), Some("back"));
        assert_eq!(near(""), None);
        assert_eq!(nearest("x", ["y"].into_iter()), None);
        assert_eq!(nearest("x", ["y", "xs"].into_iter()), Some("xs"));
        assert_eq!(near(&"x"[..0]), None);
    }

    #[test]
    fn long_names_are_not_compared() {
        let long = "a-name-of-more-than-forty-eight-letters-that-nobody-would-type";
        assert_eq!(distance(long, "a"), None);
    }
}
