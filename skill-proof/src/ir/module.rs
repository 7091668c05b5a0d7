//! A module: its functions, globals, attributes and metadata.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use super::body::Body;
use super::text::{name, symbols};

/// A function with a body: the lines of it.
#[derive(Debug, Clone, Copy)]
struct Function<'a> {
    head: &'a str,
    lines: &'a str,
}

/// The code of a program, by the names of its symbols.
#[derive(Debug, Default)]
pub struct Module<'a> {
    functions: HashMap<&'a str, Function<'a>>,
    /// The functions of other objects, with their declarations.
    declared: HashMap<&'a str, &'a str>,
    /// The globals and aliases, with what follows the name.
    globals: BTreeMap<&'a str, &'a str>,
    /// The numbers of the groups of attributes that contain `noreturn`.
    no_return: HashSet<&'a str>,
    /// The metadata by their numbers.
    metadata: HashMap<u32, &'a str>,
    bodies: RefCell<HashMap<&'a str, Rc<Body<'a>>>>,
    /// Whether pointers have 32 bits or fewer.
    pub has_narrow_pointers: bool,
    /// Whether the processor has vectors of more than 16 bytes.
    pub has_wide_vectors: bool,
}

impl<'a> Module<'a> {
    /// Reads the text of a module.
    #[must_use]
    pub fn parse(text: &'a str) -> Self {
        let mut module = Self::default();
        let mut rest = text;
        while !rest.is_empty() {
            let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
            module.has_wide_vectors |= line.starts_with("attributes #") && line.contains("+avx");
            match line.as_bytes().first() {
                Some(b'd') if line.starts_with("define ") => {
                    let end = after.find("\n}").map_or(after.len(), |end| end + 1);
                    let (lines, after) = after.split_at(end);
                    if let Some(symbol) = defined(line) {
                        module.functions.insert(symbol, Function { head: line, lines });
                    }
                    rest = after;
                    continue;
                }
                Some(b'd') if line.starts_with("declare ") => {
                    if let Some(symbol) = defined(line) {
                        module.declared.insert(symbol, line);
                    }
                }
                Some(b'@') => {
                    if let Some((symbol, value)) = name(line) {
                        module.globals.insert(symbol, value);
                    }
                }
                Some(b'a') if line.starts_with("attributes #") && line.contains(" noreturn") => {
                    module.no_return.extend(line["attributes #".len()..].split(' ').next());
                }
                Some(b't') if line.starts_with("target datalayout") => {
                    module.has_narrow_pointers = line.contains("-p:32:") || line.contains("-p:16:");
                }
                Some(b'!') => {
                    if let Some((number, value)) = line[1..].split_once(" = ")
                        && let Ok(number) = number.parse()
                    {
                        module.metadata.insert(number, value);
                    }
                }
                _ => {}
            }
            rest = after;
        }
        module
    }

    /// Returns the globals with their values.
    pub fn globals(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.globals.iter().map(|(name, value)| (*name, *value))
    }

    /// Returns the value of a global.
    #[must_use]
    pub fn global(&self, symbol: &str) -> Option<&'a str> {
        self.globals.get(symbol).copied()
    }

    /// Returns the function that a symbol is another name of, or the symbol itself.
    #[must_use]
    pub fn resolved(&self, symbol: &'a str) -> &'a str {
        let alias = self.globals.get(symbol).filter(|value| value.contains(" alias "));
        alias.and_then(|value| symbols(value).next()).unwrap_or(symbol)
    }

    /// Returns the symbols of the functions with a body, in any order.
    pub fn symbols(&self) -> impl Iterator<Item = &'a str> {
        self.functions.keys().copied()
    }

    /// Returns whether the module contains the body of a function.
    #[must_use]
    pub fn is_defined(&self, symbol: &str) -> bool {
        self.functions.contains_key(symbol)
    }

    /// Returns whether a function never returns to its caller.
    #[must_use]
    pub fn never_returns(&self, symbol: &str) -> bool {
        let head = self.functions.get(symbol).map(|function| function.head);
        let head = head.or_else(|| self.declared.get(symbol).copied());
        head.is_some_and(|head| self.has_no_return(head))
    }

    /// Returns whether the attributes at the end of a line contain `noreturn`.
    fn has_no_return(&self, line: &str) -> bool {
        let mut groups = line.split(" #").skip(1).filter_map(|group| group.split(' ').next());
        groups.any(|group| self.no_return.contains(group))
    }

    /// Returns the body of a function, which is read when it is first needed.
    #[must_use]
    pub fn body(&self, symbol: &'a str) -> Option<Rc<Body<'a>>> {
        let function = self.functions.get(symbol)?;
        let mut bodies = self.bodies.borrow_mut();
        let body = bodies.entry(symbol).or_insert_with(|| Rc::new(Body::parse(function.lines)));
        Some(body.clone())
    }

    /// Returns the number of the metadata that describe a function.
    #[must_use]
    pub fn subprogram(&self, symbol: &str) -> Option<u32> {
        let head = self.functions.get(symbol)?.head;
        let number = head.rsplit_once("!dbg !")?.1;
        number.split(' ').next()?.parse().ok()
    }

    pub(super) fn metadata(&self, number: u32) -> Option<&'a str> {
        self.metadata.get(&number).copied()
    }
}

/// Returns the symbol of a line that begins with `define` or `declare`.
fn defined(line: &str) -> Option<&str> {
    name(&line[line.find('@')?..]).map(|(symbol, _)| symbol)
}
