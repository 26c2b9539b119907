import bidiFactory, { type Bidi } from 'bidi-js'

// Its types declare a default export, but in Node the package is the function itself.
export const bidi = (bidiFactory as unknown as () => Bidi)()

/** Rule L2 of the bidirectional algorithm: from the highest level down, reverses every run at that level or above. */
export function inVisualOrder<P extends { level: number }>(pieces: P[]): P[] {
  const ordered = [...pieces]
  const highest = Math.max(0, ...pieces.map(({ level }) => level))
  for (let level = highest; level > 0; level--) {
    for (let from = 0; from < ordered.length; from++) {
      if (ordered[from]!.level < level) continue
      let to = from
      while (to < ordered.length && ordered[to]!.level >= level) to++
      ordered.splice(from, to - from, ...ordered.slice(from, to).toReversed())
      from = to
    }
  }
  return ordered
}
