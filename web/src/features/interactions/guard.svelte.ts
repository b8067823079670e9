// Half a second in which a question that has just appeared cannot be hit by accident.
const GUARD_MS = 500;

/** Restarts whenever `what` changes. */
export function guard(what: () => string): { readonly active: boolean } {
  let active = $state(true);
  // The value, not the object it comes from: other changes of a question must not start it again.
  const current = $derived(what());
  $effect(() => {
    void current;
    active = true;
    const timer = setTimeout(() => (active = false), GUARD_MS);
    return () => clearTimeout(timer);
  });
  return {
    get active() {
      return active;
    },
  };
}
