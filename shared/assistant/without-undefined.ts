/** The same without the fields that are undefined: a query without a filter has no key for it. */
export function withoutUndefined<T extends object>(given: T): T {
  const result = { ...given }
  for (const key of Object.keys(result) as (keyof T)[]) if (result[key] === undefined) delete result[key]
  return result
}
