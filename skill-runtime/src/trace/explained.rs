//! A tracer for the explanations of machines.

use super::{TraceEvent, Tracer};
use crate::why::{MachineVariables, Override, Variables, Why};
use alloc::rc::Rc;
use alloc::vec::Vec;
use core::cell::{Ref, RefCell};

/// A tracer that keeps the explanation of the last pass. Use it together with another:
/// `(tracer, WhyTrace::new())`.
#[derive(Clone, Debug, Default)]
pub struct WhyTrace {
    why: Rc<RefCell<Why>>,
    variables: Option<Rc<RefCell<Variables>>>,
    machine: u32,
}

impl WhyTrace {
    /// Creates a tracer.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Keeps the variables of each machine after its last pass, too.
    #[must_use]
    pub fn with_variables(self) -> Self {
        Self { variables: Some(Rc::default()), ..self }
    }

    /// Returns the variables of each machine after its last pass, if they are kept. A machine that
    /// no longer runs has those of its last pass.
    #[must_use]
    pub fn variables_now(&self) -> Vec<MachineVariables> {
        self.variables.as_ref().map_or_else(Vec::new, |all| all.borrow().machines.clone())
    }

    /// Sets the transitions that are forced or suppressed from now on.
    pub fn set_overrides(&self, overrides: Vec<Override>) {
        self.why.borrow_mut().set_overrides(overrides);
    }

    /// Forgets the explanation and the variables, so that a pass in which nothing runs has none.
    pub fn forget(&self) {
        self.why.borrow_mut().states.clear();
        if let Some(variables) = &self.variables {
            variables.borrow_mut().machines.clear();
        }
    }

    /// Returns the explanation of the last pass with checks, without a copy.
    #[must_use]
    pub fn borrow(&self) -> Ref<'_, Why> {
        self.why.borrow()
    }

    /// Returns the explanation of the last pass with checks.
    #[must_use]
    pub fn last(&self) -> Why {
        self.why.borrow().clone()
    }
}

impl Tracer for WhyTrace {
    const ON: bool = false;
    const KEYS: bool = true;
    const WHY: bool = true;
    fn why(&mut self) -> Option<Rc<RefCell<Why>>> {
        self.why.borrow_mut().machine = self.machine;
        Some(Rc::clone(&self.why))
    }
    fn variables(&mut self) -> Option<Rc<RefCell<Variables>>> {
        let variables = self.variables.as_ref()?;
        variables.borrow_mut().machine = self.machine;
        Some(Rc::clone(variables))
    }
    fn record(&mut self, _: &TraceEvent) {}
    fn descend(&mut self, offset: u32) {
        self.machine = self.machine.wrapping_add(offset);
    }
    fn ascend(&mut self, offset: u32) {
        self.machine = self.machine.wrapping_sub(offset);
    }
}
