//! The declarations in a Rust file, each with the braces that it is directly in. What comes from
//! other macros is not seen.

use std::iter::Peekable;
use std::str::Chars;

/// The line and the column of a token, from 1.
pub type Place = (usize, usize);

/// A name, where it is.
type Name<'a> = (&'a String, Place);

/// An item, or a block of a macro of the language.
#[derive(Debug)]
pub struct Declaration {
    pub kind: Kind,
    pub name: String,
    /// The place of its name.
    pub place: Place,
    /// The number of the braces around it.
    pub module: usize,
    /// Whether it may be left out, or may be more than it looks like.
    pub has_cfg: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Block(Block),
    /// An item of Rust, as it is called.
    Item(Namespace, &'static str),
}

/// A macro of the language that declares a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Block {
    Skill,
    Agent,
    Interface,
    Blackboard,
    SkillSpace,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Namespace {
    Type,
    Value,
}

impl Kind {
    pub fn text(self) -> &'static str {
        match self {
            Self::Block(block) => block.text(),
            Self::Item(_, text) => text,
        }
    }
}

impl Block {
    pub fn text(self) -> &'static str {
        match self {
            Self::Skill => "skill",
            Self::Agent => "agent",
            Self::Interface => "interface",
            Self::Blackboard => "blackboard",
            Self::SkillSpace => "skill space",
        }
    }

    fn of_macro(name: &str) -> Option<Self> {
        Some(match name {
            "skill" => Self::Skill,
            "agent" => Self::Agent,
            "interface" => Self::Interface,
            "blackboard" => Self::Blackboard,
            "skill_space" => Self::SkillSpace,
            _ => return None,
        })
    }
}

impl Declaration {
    /// Returns the names that it takes in its module; its own is the first.
    pub fn names(&self) -> Vec<(Namespace, String)> {
        let name = &self.name;
        let block = match self.kind {
            Kind::Item(namespace, _) => return vec![(namespace, name.clone())],
            Kind::Block(block) => block,
        };
        let mut names = vec![(Namespace::Type, name.clone())];
        if matches!(block, Block::Skill | Block::Agent | Block::SkillSpace) {
            names.push((Namespace::Value, name.clone()));
        }
        let others = match block {
            Block::Skill | Block::Agent => vec![format!("{name}State"), format!("{name}Ports")],
            Block::Interface => vec![crate::syntax::names::snake(name)],
            Block::Blackboard => vec![format!("{name}Samples")],
            Block::SkillSpace => vec![format!("{name}Call")],
        };
        names.extend(others.into_iter().map(|name| (Namespace::Type, name)));
        names
    }
}

/// The namespace of what a keyword declares, and how that is called.
fn item(keyword: &str) -> Option<(Namespace, &'static str)> {
    Some(match keyword {
        "struct" => (Namespace::Type, "struct"),
        "enum" => (Namespace::Type, "enum"),
        "union" => (Namespace::Type, "union"),
        "trait" => (Namespace::Type, "trait"),
        "type" => (Namespace::Type, "type"),
        "mod" => (Namespace::Type, "module"),
        "fn" => (Namespace::Value, "function"),
        "static" => (Namespace::Value, "static"),
        "const" => (Namespace::Value, "constant"),
        _ => return None,
    })
}

/// Returns the declarations of a file.
pub fn declarations(file: &str) -> Vec<Declaration> {
    let tokens = Lexer::new(file).tokens();
    let mut found = Vec::new();
    // The numbers of the braces around, each with whether the item has a `cfg`.
    let mut around = vec![(0, false)];
    let mut braces = 0;
    let mut begins = true;
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        if let Some((end, is_cfg)) = attribute(&tokens, at) {
            around.last_mut().expect("the file").1 |= is_cfg;
            at = end;
            continue;
        }
        let (module, has_cfg) = *around.last().expect("the file");
        let mut next_begins = false;
        match &token.text {
            Text::Open(_) => {
                braces += 1;
                around.push((braces, false));
                next_begins = true;
            }
            Text::Close(bracket) => {
                if around.len() > 1 {
                    around.pop();
                }
                if *bracket == '}' {
                    around.last_mut().expect("the file").1 = false;
                }
                // `)` of a visibility.
                next_begins = *bracket != ']';
            }
            Text::Sign(';') => {
                around.last_mut().expect("the file").1 = false;
                next_begins = true;
            }
            Text::Sign(_) => {}
            Text::Literal => next_begins = begins,
            Text::Word(word) if word == "pub" || word == "extern" => next_begins = begins,
            Text::Word(word) => {
                let named = |kind, (name, place): Name<'_>, has_cfg| Declaration {
                    kind,
                    name: name.clone(),
                    place,
                    module,
                    has_cfg,
                };
                if let Some(name) = implementor(&tokens, at) {
                    // Such a struct is an interface.
                    found.push(named(Kind::Item(Namespace::Type, "impl"), name, true));
                } else if let Some((block, name, in_cfg)) = block(&tokens, at) {
                    found.push(named(Kind::Block(block), name, has_cfg || in_cfg));
                } else if let Some((namespace, text)) = item(word).filter(|_| begins) {
                    let name = tokens.get(at + 1).and_then(|token| match &token.text {
                        Text::Word(name) => Some((name, token.place)),
                        _ => None,
                    });
                    match name {
                        // `const fn`
                        Some((name, _)) if word == "const" && item(name).is_some() => {
                            next_begins = true;
                        }
                        Some(name) => found.push(named(Kind::Item(namespace, text), name, has_cfg)),
                        None => {}
                    }
                }
                let qualifies = ["unsafe", "async", "const"].contains(&word.as_str());
                next_begins |= qualifies && begins;
            }
        }
        begins = next_begins;
        at += 1;
    }
    found
}

/// Returns the end of an attribute at an index, and whether it is a `cfg`.
fn attribute(tokens: &[Token], at: usize) -> Option<(usize, bool)> {
    if tokens[at].text != Text::Sign('#') {
        return None;
    }
    let is_inner = tokens.get(at + 1)?.text == Text::Sign('!');
    let open = at + 1 + usize::from(is_inner);
    if tokens.get(open)?.text != Text::Open('[') {
        return None;
    }
    let is_cfg = matches!(
        &tokens.get(open + 1)?.text, Text::Word(word) if word == "cfg" || word == "cfg_attr"
    );
    Some((after_brackets(tokens, open), is_cfg && !is_inner))
}

/// Returns the index after the bracket that closes the one at an index.
fn after_brackets(tokens: &[Token], open: usize) -> usize {
    let mut depth = 0_usize;
    for (place, token) in tokens.iter().enumerate().skip(open) {
        match token.text {
            Text::Open(_) => depth += 1,
            Text::Close(_) if depth <= 1 => return place + 1,
            Text::Close(_) => depth -= 1,
            _ => {}
        }
    }
    tokens.len()
}

/// Returns what the call of a macro at an index declares, with the place of the name and whether
/// the block has a `cfg`.
fn block(tokens: &[Token], at: usize) -> Option<(Block, Name<'_>, bool)> {
    let Text::Word(word) = &tokens[at].text else { return None };
    let block = Block::of_macro(word)?;
    if tokens.get(at + 1)?.text != Text::Sign('!') {
        return None;
    }
    let Text::Open(_) = tokens.get(at + 2)?.text else { return None };
    let (mut at, mut has_cfg) = (at + 3, false);
    loop {
        let token = tokens.get(at)?;
        if let Some((end, is_cfg)) = attribute(tokens, at) {
            (at, has_cfg) = (end, has_cfg || is_cfg);
            continue;
        }
        match &token.text {
            Text::Word(word) if word == "pub" => at += 1,
            Text::Open('(') => at = after_brackets(tokens, at),
            Text::Word(kind) if matches!(block, Block::Skill | Block::Agent) => {
                let name = tokens.get(at + 1).filter(|_| kind == block.text())?;
                let Text::Word(text) = &name.text else { return None };
                return Some((block, (text, name.place), has_cfg));
            }
            Text::Word(name) => return Some((block, (name, token.place), has_cfg)),
            _ => return None,
        }
    }
}

/// Returns the type of an `impl` of a trait of the language, which is at an index.
fn implementor(tokens: &[Token], at: usize) -> Option<Name<'_>> {
    let word = |at: usize| match &tokens.get(at)?.text {
        Text::Word(word) => Some((word, tokens[at].place)),
        _ => None,
    };
    let is_trait = ["Interface", "Blackboard", "Skill"].contains(&word(at)?.0.as_str());
    if is_trait && word(at + 1)?.0 == "for" { word(at + 2) } else { None }
}

#[derive(PartialEq, Eq, Debug)]
enum Text {
    /// An identifier without `r#`, or a keyword.
    Word(String),
    /// A string or a character.
    Literal,
    Open(char),
    Close(char),
    Sign(char),
}

#[derive(Debug)]
struct Token {
    text: Text,
    place: Place,
}

/// Splits a file into tokens as far as they matter here.
struct Lexer<'a> {
    rest: Peekable<Chars<'a>>,
    place: Place,
}

impl<'a> Lexer<'a> {
    fn new(file: &'a str) -> Self {
        let file = file.strip_prefix('\u{feff}').unwrap_or(file);
        Self { rest: file.chars().peekable(), place: (1, 1) }
    }

    fn next(&mut self) -> Option<char> {
        let c = self.rest.next()?;
        self.place =
            if c == '\n' { (self.place.0 + 1, 1) } else { (self.place.0, self.place.1 + 1) };
        Some(c)
    }

    fn next_if(&mut self, accept: impl Fn(char) -> bool) -> Option<char> {
        let c = *self.rest.peek()?;
        if accept(c) { self.next() } else { None }
    }

    fn tokens(mut self) -> Vec<Token> {
        let mut tokens = Vec::new();
        loop {
            let place = self.place;
            let Some(c) = self.next() else { return tokens };
            let text = match c {
                c if c.is_whitespace() => continue,
                '/' if self.next_if(|c| c == '/').is_some() => {
                    while self.next_if(|c| c != '\n').is_some() {}
                    continue;
                }
                '/' if self.next_if(|c| c == '*').is_some() => {
                    self.comment();
                    continue;
                }
                '"' => self.string(),
                '\'' => self.quote(),
                '(' | '[' | '{' => Text::Open(c),
                ')' | ']' | '}' => Text::Close(c),
                c if is_of_word(c) => self.word(c),
                c => Text::Sign(c),
            };
            tokens.push(Token { text, place });
        }
    }

    /// The rest of `/* .. */`, in which others may be.
    fn comment(&mut self) {
        let mut depth = 1;
        while depth > 0 {
            match self.next() {
                Some('*') if self.next_if(|c| c == '/').is_some() => depth -= 1,
                Some('/') if self.next_if(|c| c == '*').is_some() => depth += 1,
                Some(_) => {}
                None => return,
            }
        }
    }

    /// The rest of `".."`.
    fn string(&mut self) -> Text {
        while let Some(c) = self.next() {
            match c {
                '"' => break,
                '\\' => drop(self.next()),
                _ => {}
            }
        }
        Text::Literal
    }

    /// The rest of `'a'` or `'a`.
    fn quote(&mut self) -> Text {
        let first = self.next();
        if first == Some('\\') {
            self.next();
            while self.next().is_some_and(|c| c != '\'') {}
        } else if self.next_if(|c| c == '\'').is_none() {
            while self.next_if(is_of_word).is_some() {}
        }
        Text::Literal
    }

    fn word(&mut self, first: char) -> Text {
        let mut word = String::from(first);
        while let Some(c) = self.next_if(is_of_word) {
            word.push(c);
        }
        let is_raw = matches!(word.as_str(), "r" | "br" | "cr");
        match self.rest.peek() {
            Some('"') if is_raw => self.raw(0),
            Some('"') if matches!(word.as_str(), "b" | "c") => {
                self.next();
                self.string()
            }
            Some('\'') if word == "b" => {
                self.next();
                self.quote()
            }
            Some('#') if is_raw => {
                let mut hashes = 0;
                while self.next_if(|c| c == '#').is_some() {
                    hashes += 1;
                }
                if self.rest.peek() == Some(&'"') {
                    return self.raw(hashes);
                }
                match self.next_if(is_of_word) {
                    Some(c) => self.word(c),
                    None => Text::Sign('#'),
                }
            }
            _ => Text::Word(word),
        }
    }

    /// The rest of `r#".."#` after its first hashes.
    fn raw(&mut self, hashes: usize) -> Text {
        self.next();
        while let Some(c) = self.next() {
            if c == '"' && (0..hashes).all(|_| self.next_if(|c| c == '#').is_some()) {
                break;
            }
        }
        Text::Literal
    }
}

fn is_of_word(c: char) -> bool {
    c == '_' || c.is_alphanumeric()
}
