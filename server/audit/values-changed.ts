/** Old and new value of each changed setting, for the log. @param secret of it only the change is recorded, not the value */
export function valuesChanged<T extends object>(
  before: T,
  after: T,
  secret: keyof T,
): Record<string, { before: unknown; after: unknown }> {
  const names = (Object.keys(after) as (keyof T)[]).filter((name) => name !== secret && before[name] !== after[name])
  return Object.fromEntries(names.map((name) => [name, { before: before[name], after: after[name] }]))
}
