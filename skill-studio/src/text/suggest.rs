//! Names that are near to a wrong one.

/// Returns `; did you mean "x"?` if one of `names` is near to `name`, or nothing.
pub fn did_you_mean<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> String {
    skill_runtime::call::nearest(name, names)
        .map_or(String::new(), |near| format!("; did you mean \"{near}\"?"))
}
