import { fold } from '../../shared/fold.ts'

const LONGEST = 40
/** Values that stand beside keys where one is chosen. */
const RESERVED = ['any', 'all', 'unknown']

/** A key that nobody has yet, from a name: "Legal & Audit" is `legal-audit`. Rows are never deleted, so it never returns. */
export function keyFor(name: string, taken: readonly string[]): string {
  const slug = fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const base = slug === '' ? 'department' : slug
  for (let count = 1; ; count++) {
    const end = count === 1 ? '' : `-${count}`
    const key = `${base.slice(0, LONGEST - end.length).replace(/-$/, '')}${end}`
    if (!taken.includes(key) && !RESERVED.includes(key)) return key
  }
}
