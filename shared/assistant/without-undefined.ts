/** The same without the fields that are undefined: a query without a filter has no key for it. */
export function withoutUndefined<T extends object>(given: T): T {
  const kept = { ...given }
  for (const key of Object.keys(kept) as (keyof T)[]) if (kept[key] === undefined) delete kept[key]
  return kept
}
