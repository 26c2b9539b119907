import { type RawBuilder, sql } from 'kysely'
import type { Db, Reader } from '../../platform/database/db.ts'
import { type Params, prepared } from '../../platform/database/prepared.ts'
import { inRequest } from './comment-hits.ts'
import type { Search, SearchShape, SearchValues } from './parse-search.ts'
import { escapeLike, textsIn } from '../../platform/database/dialect.ts'
import { yieldFairly } from '../../platform/fairness/yield-fairly.ts'

/** A prefix that more people share than this is not treated as a name. */
const MAX_PEOPLE = 200
/** The other words are looked for in this many of the newest requests of a name's people. */
const SCAN_LIMIT = 20_000

interface Named {
  id: string
  name_key: string
}

/** Includes closed accounts: their requests are still theirs. Those whose name matches the most words come first. */
const peopleBy = prepared<Record<string, string>, Named, number>((db, param, words) => {
  const isPart = (word: RawBuilder<string>) => sql<boolean>`(name_key like ${word} || '%' escape '\\'
    or name_key like '% ' || ${word} || '%' escape '\\' or name_key like '%-' || ${word} || '%' escape '\\')`
  const parts = Array.from({ length: words }, (_, i) => isPart(param[`word${i}`]!))
  const borne = parts.map((part) => sql`case when ${part} then 1 else 0 end`)
  return db
    .selectFrom('users')
    .select(['id', 'name_key'])
    .where(sql<boolean>`(${sql.join(parts, sql` or `)})`)
    .orderBy(sql`${sql.join(borne, sql` + `)}`, 'desc')
    .orderBy('name_key')
    .limit(words * MAX_PEOPLE + 1)
})

/** Adds the people named by the words of a search: first or last name, or a prefix of at least two letters. */
export async function withPeople(db: Db, search: Search): Promise<Search> {
  const words = search.words.filter((word) => [...word].length >= 2)
  if (words.length === 0) return search
  const patterns = Object.fromEntries(words.map((word, i) => [`word${i}`, escapeLike(word)]))
  // Every name is compared with every word.
  await yieldFairly()
  const named = namedIn(search.words, await peopleBy(db.read, patterns, words.length))
  const values: SearchValues = { ...search.values }
  named.forEach(({ ids }, group) => (values[`people${group}`] = JSON.stringify(ids)))
  return { ...search, shape: { ...search.shape, people: named.map(({ words }) => words) }, values }
}

/**
 * The people named by the words, which are given by their index. Words of one person's name count as one name: "Ada Osei"
 * means Ada Osei, not a request of some Ada that mentions an Osei.
 */
function namedIn(words: readonly string[], people: readonly Named[]): { words: number[]; ids: string[] }[] {
  const bearers = people.map(({ id, name_key }) => ({
    id,
    borne: words.flatMap((word, place) => (isNamed(name_key, word) ? [place] : [])),
  }))
  const free = new Set(words.keys())
  const named: { words: number[]; ids: string[] }[] = []
  for (;;) {
    const left = bearers.map(({ borne }) => borne.filter((place) => free.has(place)))
    const longest = left.reduce((a, b) => (b.length > a.length ? b : a), [])
    if (longest.length === 0) return named
    const ids = bearers.filter(({ borne }) => longest.every((place) => borne.includes(place))).map(({ id }) => id)
    if (ids.length <= MAX_PEOPLE) named.push({ words: longest, ids })
    for (const place of longest) free.delete(place)
  }
}

/** @param name folded */
export function isNamed(name: string, word: string): boolean {
  return [...word].length >= 2 && (name.startsWith(word) || name.includes(` ${word}`) || name.includes(`-${word}`))
}

/**
 * For each name, the numbers of its people's requests that also have all other words, in the text or as their people.
 * These complete the hits in the texts.
 */
export function hitsByPeople(
  db: Reader,
  shape: SearchShape,
  params: Params<SearchValues>,
): RawBuilder<{ number: number }>[] {
  return shape.people.flatMap((own, group) =>
    ['requester_id', 'assigned_to_id'].map((column) => {
      const rest = othersHold(db, shape, params, own)
      const theirs = sql`select number, requester_id, assigned_to_id from requests
        where ${sql.ref(column)} in ${textsIn(db, params[`people${group}`]!)} ${exceptNumber(shape, params, sql`number`)}`
      if (rest.length === 0) return sql<{ number: number }>`(select number from (${theirs}) as theirs)`
      return sql<{ number: number }>`(select number from
        (${theirs} order by number desc limit ${sql.lit(SCAN_LIMIT)}) as theirs where ${sql.join(rest, sql` and `)})`
    }),
  )
}

/** One condition for each other name and each word that is not a name. */
function othersHold(
  db: Reader,
  shape: SearchShape,
  params: Params<SearchValues>,
  own: number[],
): RawBuilder<unknown>[] {
  const names = shape.people.flatMap((words, group) => {
    if (words === own) return []
    const ids = textsIn(db, params[`people${group}`]!)
    const inText = sql.join(
      words.map((i) => inRequest(db, sql`theirs.number`, params[`word${i}`]!, params['internal']!)),
      sql` and `,
    )
    return sql`(theirs.requester_id in ${ids} or theirs.assigned_to_id in ${ids} or (${inText}))`
  })
  const plain = Array.from({ length: shape.words }, (_, i) => i).filter((i) => !shape.people.flat().includes(i))
  return [...names, ...plain.map((i) => inRequest(db, sql`theirs.number`, params[`word${i}`]!, params['internal']!))]
}

/** Excludes the request whose number was searched for: it is shown before all others. */
export function exceptNumber(
  shape: SearchShape,
  params: Params<SearchValues>,
  number: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return shape.except ? sql`and ${number} <> ${params['except']!}` : sql``
}
