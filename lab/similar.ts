import { fitWeights } from '../engine/similarity/relevance.ts'
import { INDEX } from '../engine/similarity/reader.ts'
import { SimilarIndex, type Entry } from '../engine/similarity/similar.ts'
import type { TaskOptions } from './classify.ts'
import { readRows, writeRows, type Row } from './rows.ts'

/** Maximum known duplicates for learning the weights; more would take longer without changing the result. */
const MAX_EXAMPLES = 1500

/** Writes `{"id","ranked"}` for each test row: the ten most similar of all other rows (with `by`: of its group). */
export async function similarTask(input: string, output: string, options: TaskOptions): Promise<object> {
  let rows = 0
  for await (const _ of readRows(input, options.warn)) rows++
  const index = new SimilarIndex(rows > 20_000 ? { ...INDEX, words: 200, characterWords: 6, letters: 1500 } : INDEX)
  const clusters = new Map<string, string>()
  const members = new Map<string, string[]>()
  const groups = new Map<string, string>()
  const original = new Map<string, string | number>()
  for await (const row of readRows(input)) {
    const id = String(row.id)
    index.add(entryOf(row))
    original.set(id, row.id)
    groups.set(id, row.group)
    if (row.split === 'test' || row.cluster === '') continue
    clusters.set(id, row.cluster)
    const list = members.get(row.cluster)
    if (list) list.push(id)
    else members.set(row.cluster, [id])
  }
  index.build()
  const inGroup = (row: Row) => (options.by ? (id: string) => groups.get(id) === row.group : undefined)

  const examples: Parameters<typeof fitWeights>[0][number][] = []
  if (members.size > 0) {
    const known = [...members.values()].filter((ids) => ids.length > 1).flat()
    const stride = Math.max(1, Math.ceil(known.length / MAX_EXAMPLES))
    const chosen = new Set(known.filter((_, i) => i % stride === 0))
    for await (const row of readRows(input)) {
      const id = String(row.id)
      if (!chosen.has(id)) continue
      examples.push({
        candidates: index.candidates(entryOf(row), inGroup(row)),
        isDuplicate: (other) => clusters.get(other) === row.cluster,
      })
    }
    index.weights = fitWeights(examples)
  }

  const out = await writeRows(output)
  for await (const row of readRows(input)) {
    if (row.split !== 'test') continue
    const hits = index.query(entryOf(row), 10, inGroup(row)).map(({ id }) => id)
    await out.write({
      id: row.id,
      ranked: withSiblings(hits, clusters, members, String(row.id)).map((id) => original.get(id)),
    })
  }
  await out.close()
  return { entries: index.size, examples: examples.length, weights: index.weights }
}

/** Inserts known duplicates of a hit directly after it: a reader who has found one has found them all. */
function withSiblings(
  hits: readonly string[],
  clusters: ReadonlyMap<string, string>,
  members: ReadonlyMap<string, string[]>,
  own: string,
): string[] {
  const ranked = new Set<string>()
  for (const [place, id] of hits.entries()) {
    ranked.add(id)
    const cluster = clusters.get(id)
    // Only after the first hits, and few: a large wrong cluster must not displace everything else.
    if (place > 2 || cluster === undefined) continue
    for (const sibling of (members.get(cluster) ?? []).slice(0, 2)) if (sibling !== own) ranked.add(sibling)
  }
  return [...ranked].slice(0, 10)
}

function entryOf(row: Row): Entry {
  return {
    id: String(row.id),
    title: row.title,
    description: row.description,
    ...(row.group === '' ? {} : { group: row.group }),
    ...(Number.isFinite(row.created) ? { created: row.created } : {}),
  }
}
