/** Ends a `switch` over all cases: a new one does not compile until it has its own. */
export function unreachable(value: never): never {
  throw new Error(`unexpected ${JSON.stringify(value)}`);
}
