//! What is half typed: one file for each situation. In each, everything outside the
//! broken item must go on as if nothing were.

mod after_self;
mod argument_empty;
mod argument_letter;
mod argument_next;
mod argument_value;
mod arrow;
mod arrow_at_line_end;
mod arrow_before_when;
mod block_dot;
mod block_field;
mod block_self;
mod block_send;
mod depends_path;
mod depends_skills;
mod guard_dot;
mod guard_dot_semicolon;
mod guard_letter;
mod guard_operator;
mod guard_self;
mod interface_type;
mod keyword_in_skill;
mod keyword_in_state;
mod no_semicolon;
mod paren;
mod reason;
mod state_without_body;
mod sub_skill_letter;
mod target;
mod trigger;
mod unclosed_depends;
mod unclosed_state;
mod word_in_skill;
mod word_in_state;
