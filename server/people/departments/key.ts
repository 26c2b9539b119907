import { fold } from '../../../shared/fold.ts'

const MAX_LENGTH = 40
/** Values used beside keys in menus and filters. */
const RESERVED = ['any', 'all', 'unknown']

/** An unused key derived from a name: "Legal & Audit" is `legal-audit`. Rows are never deleted, so keys are never reused. */
export function keyFor(name: string, taken: readonly string[]): string {
  const slug = fold(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  const base = slug === '' ? 'department' : slug
  for (let count = 1; ; count++) {
    const end = count === 1 ? '' : `-${count}`
    const key = `${base.slice(0, MAX_LENGTH - end.length).replace(/-$/, '')}${end}`
    if (!taken.includes(key) && !RESERVED.includes(key)) return key
  }
}
