/* Faults that `cargo xtask nao proof` must find, each in a function of its own. */

void *malloc(unsigned size);
__attribute__((noinline)) void _ZN4core9panicking5panic(void) { __asm__ volatile(""); }

void planted_clean(void) {}
void planted_sse(void) { __asm__ volatile("addps %xmm1, %xmm0"); }
void planted_nop(void) { __asm__ volatile("nopl (%eax)"); }
void planted_endbr(void) { __asm__ volatile("endbr32"); }
void planted_panic(void) { _ZN4core9panicking5panic(); }
void *planted_allocation(void) { return malloc(1); }
int planted_ring(int n) { return n < 2 ? n : planted_ring(n - 1) * planted_ring(n - 2); }
void planted_pointer(void (*whom)(void)) { whom(); whom(); }
