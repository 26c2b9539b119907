/** Ids that clash with other pages, or could be mistaken for a built-in role. */
const RESERVED = ['administrator', 'new']
/** An id is part of an address, where a letter may take nine characters. */
const MAX_LENGTH_IN_ADDRESS = 150

/**
 * The id of a new role: a slug of its name, because programs show unknown roles by their id.
 * @param taken ids of the other roles, and of deleted ones, which no new role may inherit from
 */
export function roleIdFor(name: string, taken: ReadonlySet<string>): string {
  const words = name
    .normalize('NFKC')
    .toLowerCase()
    .match(/[\p{L}\p{M}\p{N}]+/gu)
  const letters = [...(words?.join('-') ?? 'role')]
  while (encodeURIComponent(letters.join('')).length > MAX_LENGTH_IN_ADDRESS) letters.pop()
  const id = letters.join('').replace(/-$/, '')
  const isFree = (one: string) => !taken.has(one) && !RESERVED.includes(one)
  if (isFree(id)) return id
  let n = 2
  while (!isFree(`${id}-${n}`)) n++
  return `${id}-${n}`
}
