//! The modules of a crate: the names that each defines, imports and uses.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, Ident, Item, Meta, UseTree, Visibility};

/// A path, as its segments.
pub type Segments = Vec<String>;

/// The files and modules of a crate.
#[derive(Debug, Default)]
pub struct Crate {
    /// The names of the files, relative to the root's directory. The root file is the first.
    pub files: Vec<String>,
    /// The file that declares each file.
    pub parents: Vec<Option<usize>>,
    /// The root module is the first.
    pub modules: Vec<Module>,
    /// The names of `extern crate self as ..`.
    pub own_names: BTreeSet<String>,
    /// The files of each `macro_rules!` macro by `name!`, for calls without a path.
    pub macros: BTreeMap<String, BTreeSet<usize>>,
}

/// A module: a file, or inline.
#[derive(Debug, Default)]
pub struct Module {
    /// The module around it.
    pub parent: Option<usize>,
    /// The index of its file.
    pub file: usize,
    /// The modules that it declares.
    pub children: BTreeMap<String, usize>,
    /// The names of its items.
    pub items: BTreeSet<String>,
    /// The words in macro calls among its items, which may define any of these names.
    pub generated: BTreeSet<String>,
    /// Its `use` declarations, each for one name.
    pub imports: Vec<Import>,
    /// The paths in its code. A call of a macro without a path has its `!`.
    pub paths: BTreeSet<Segments>,
}

/// One name of a `use` declaration.
#[derive(Debug)]
pub struct Import {
    /// The name that it has here; `None` for `*`.
    pub name: Option<String>,
    /// The imported path.
    pub path: Segments,
    /// Whether others can use the name from here.
    pub is_reexport: bool,
}

/// Reads the crate whose root file is `root`. `read` returns the text of a file, if it exists.
///
/// # Errors
/// If a module has no file, or a file is not Rust.
pub fn read(root: &Path, read: &dyn Fn(&Path) -> Option<String>) -> anyhow::Result<Crate> {
    let directory = root.parent().context("a file has a directory")?;
    let mut reader = Reader { read, directory, found: Crate::default() };
    reader.file(root, directory, None)?;
    Ok(reader.found)
}

struct Reader<'a> {
    read: &'a dyn Fn(&Path) -> Option<String>,
    directory: &'a Path,
    found: Crate,
}

impl Reader<'_> {
    /// Reads a file whose child modules are in `children`. Returns its module.
    fn file(
        &mut self,
        path: &Path,
        children: &Path,
        parent: Option<usize>,
    ) -> anyhow::Result<usize> {
        let text = (self.read)(path).with_context(|| format!("no file {}", path.display()))?;
        let parsed = syn::parse_file(&text).with_context(|| path.display().to_string())?;
        let name = path.strip_prefix(self.directory).unwrap_or(path).display().to_string();
        self.found.parents.push(parent.map(|parent| self.found.modules[parent].file));
        self.found.files.push(name);
        self.module(&parsed.items, path, children, parent, self.found.files.len() - 1)
    }

    /// Adds a module and those inside it.
    fn module(
        &mut self,
        items: &[Item],
        path: &Path,
        children: &Path,
        parent: Option<usize>,
        file: usize,
    ) -> anyhow::Result<usize> {
        let index = self.found.modules.len();
        self.found.modules.push(Module { parent, file, ..Module::default() });
        for item in items.iter().filter(|item| !is_left_out(describe(item).0)) {
            if let Item::Mod(item) = item {
                let name = item.ident.to_string();
                let inner = children.join(&name);
                let child = match &item.content {
                    Some((_, items)) => self.module(items, path, &inner, Some(index), file)?,
                    None => {
                        let (file, inner) = self.locate(&item.attrs, path, &inner)?;
                        self.file(&file, &inner, Some(index))?
                    }
                };
                self.found.modules[index].children.insert(name, child);
                continue;
            }
            match item {
                Item::ExternCrate(item) if item.ident == "self" => {
                    let name = item.rename.as_ref().map(|(_, name)| name.to_string());
                    self.found.own_names.extend(name);
                }
                Item::Macro(item) => {
                    if let Some(name) = &item.ident {
                        self.found.macros.entry(format!("{name}!")).or_default().insert(file);
                    } else {
                        let words = &mut self.found.modules[index].generated;
                        for path in token_paths(&item.mac.tokens) {
                            words.extend(path.iter().map(|word| snake_case(word)));
                            words.extend(path);
                        }
                    }
                }
                _ => {}
            }
            let module = &mut self.found.modules[index];
            module.items.extend(describe(item).1.map(Ident::to_string));
            Names(module).visit_item(item);
        }
        Ok(index)
    }

    /// Returns the file of a child module that would be `inner`, and the directory of its children.
    fn locate(
        &self,
        attributes: &[Attribute],
        parent: &Path,
        inner: &Path,
    ) -> anyhow::Result<(PathBuf, PathBuf)> {
        if let Some(name) = attributes.iter().find_map(path_attribute) {
            let file = parent.with_file_name(name);
            let directory = file.parent().unwrap_or(parent).to_owned();
            return Ok((file, directory));
        }
        let files = [inner.with_extension("rs"), inner.join("mod.rs")];
        match files.into_iter().find(|file| (self.read)(file).is_some()) {
            Some(file) => Ok((file, inner.to_owned())),
            None => bail!("no file of the module {}", inner.display()),
        }
    }
}

/// Collects the imports and paths of a module.
struct Names<'a>(&'a mut Module);

impl<'ast> Visit<'ast> for Names<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        if !is_left_out(describe(item).0) {
            visit::visit_item(self, item);
        }
    }
    fn visit_impl_item_fn(&mut self, item: &'ast syn::ImplItemFn) {
        if !is_left_out(&item.attrs) {
            visit::visit_impl_item_fn(self, item);
        }
    }
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        let is_reexport = !matches!(item.vis, Visibility::Inherited);
        let prefix = if item.leading_colon.is_some() { vec![String::new()] } else { Vec::new() };
        imports(&item.tree, &prefix, is_reexport, &mut self.0.imports);
    }
    fn visit_attribute(&mut self, attribute: &'ast Attribute) {
        if let Meta::List(list) = &attribute.meta {
            self.0.paths.extend(token_paths(&list.tokens));
        }
    }
    fn visit_path(&mut self, path: &'ast syn::Path) {
        let lead = path.leading_colon.map(|_| String::new());
        let segments = path.segments.iter().map(|segment| segment.ident.to_string());
        self.0.paths.insert(lead.into_iter().chain(segments).collect());
        visit::visit_path(self, path);
    }
    // A constant in a pattern looks like a variable.
    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        self.0.paths.insert(vec![pattern.ident.to_string()]);
        visit::visit_pat_ident(self, pattern);
    }
    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.0.paths.extend(token_paths(&call.tokens));
        self.0.paths.extend(call.path.get_ident().map(|name| vec![format!("{name}!")]));
        visit::visit_macro(self, call);
    }
}

fn imports(tree: &UseTree, prefix: &[String], is_reexport: bool, to: &mut Vec<Import>) {
    let with = |name: &Ident| [prefix, &[name.to_string()]].concat();
    let mut add = |name: Option<String>, mut path: Segments| {
        // `use module::{self}`
        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        let name =
            name.map(|name| if name == "self" { path[path.len() - 1].clone() } else { name });
        to.push(Import { name, path, is_reexport });
    };
    match tree {
        UseTree::Path(tree) => imports(&tree.tree, &with(&tree.ident), is_reexport, to),
        UseTree::Name(tree) => add(Some(tree.ident.to_string()), with(&tree.ident)),
        UseTree::Rename(tree) => add(Some(tree.rename.to_string()), with(&tree.ident)),
        UseTree::Glob(_) => add(None, prefix.to_vec()),
        UseTree::Group(tree) => {
            for tree in &tree.items {
                imports(tree, prefix, is_reexport, to);
            }
        }
    }
}

/// Returns what looks like a path in the tokens of a macro or of an attribute, where a path may
/// also be in quotation marks.
fn token_paths(tokens: &TokenStream) -> Vec<Segments> {
    let mut paths = Vec::new();
    let mut path: Segments = Vec::new();
    let mut before = ' ';
    for token in tokens.clone() {
        let (is_joined, is_field) = (before == ':' && !path.is_empty(), before == '.');
        before = ' ';
        match token {
            TokenTree::Ident(name) if is_joined => path.push(name.to_string()),
            TokenTree::Punct(punct) => {
                before = punct.as_char();
                if before == ':' {
                    continue;
                }
                if let ('!', [name]) = (before, path.as_mut_slice()) {
                    name.push('!');
                }
                paths.push(std::mem::take(&mut path));
            }
            other => {
                paths.push(std::mem::take(&mut path));
                match other {
                    TokenTree::Ident(name) if !is_field => path.push(name.to_string()),
                    TokenTree::Group(group) => paths.extend(token_paths(&group.stream())),
                    TokenTree::Literal(text) if text.to_string().starts_with("\"crate::") => {
                        let text = text.to_string();
                        path.extend(text.trim_matches('"').split("::").map(str::to_owned));
                    }
                    _ => {}
                }
            }
        }
    }
    paths.push(path);
    paths.retain(|path| !path.is_empty());
    paths
}

/// Returns the attributes of an item, and the name that it defines.
fn describe(item: &Item) -> (&[Attribute], Option<&Ident>) {
    match item {
        Item::Const(item) => (&item.attrs, Some(&item.ident)),
        Item::Enum(item) => (&item.attrs, Some(&item.ident)),
        Item::Fn(item) => (&item.attrs, Some(&item.sig.ident)),
        Item::Impl(item) => (&item.attrs, None),
        Item::Macro(item) => (&item.attrs, item.ident.as_ref()),
        Item::Mod(item) => (&item.attrs, None),
        Item::Static(item) => (&item.attrs, Some(&item.ident)),
        Item::Struct(item) => (&item.attrs, Some(&item.ident)),
        Item::Trait(item) => (&item.attrs, Some(&item.ident)),
        Item::Type(item) => (&item.attrs, Some(&item.ident)),
        Item::Union(item) => (&item.attrs, Some(&item.ident)),
        Item::Use(item) => (&item.attrs, None),
        _ => (&[], None),
    }
}

/// Returns whether code is only for tests or for the documentation.
fn is_left_out(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) if list.path.is_ident("cfg") => {
            let text = list.tokens.to_string();
            text == "test"
                || text == "doc"
                || text.starts_with("all (test")
                || text.starts_with("all(test")
        }
        _ => false,
    })
}

/// Returns the name in `#[path = "name"]`.
fn path_attribute(attribute: &Attribute) -> Option<String> {
    match &attribute.meta {
        Meta::NameValue(syn::MetaNameValue {
            path,
            value: syn::Expr::Lit(syn::ExprLit { lit: syn::Lit::Str(name), .. }),
            ..
        }) if path.is_ident("path") => Some(name.value()),
        _ => None,
    }
}

/// Returns the name of the module that `interface!` and the like generate for a type.
fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}
