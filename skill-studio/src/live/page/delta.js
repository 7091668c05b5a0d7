// Changes of values: `[VALUE]` replaces what was there; an object has the changes of the fields of an
// object, or of the elements of an array by index.

// Returns the value after a change. What has not changed is the same object as before.
export function apply(value, change) {
  if (Array.isArray(change)) return change[0];
  const changed = Array.isArray(value) ? [...value] : { ...value };
  for (const [name, inner] of Object.entries(change)) changed[name] = apply(changed[name], inner);
  return changed;
}
