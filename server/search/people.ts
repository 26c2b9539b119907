import { type RawBuilder, sql } from 'kysely'
import type { Db, Reader } from '../database/db.ts'
import { type Holes, prepared } from '../database/prepared.ts'
import type { Search, SearchShape, SearchValues } from './service.ts'
import { engineOf, escapeLike } from '../database/dialect.ts'

/** A beginning that more people share says nothing about one of them. */
const MOST_PEOPLE = 200
/** So many of the newest requests of the people whom a word names are looked through for the other words. */
const LOOKED_THROUGH = 20_000

interface Named {
  id: string
  name_key: string
}

/** Everybody, also those whose account is closed: their requests are still theirs. */
const peopleBy = prepared<Record<string, string>, Named, number>((db, hole, words) => {
  const isPart = (word: RawBuilder<string>) => sql<boolean>`(name_key like ${word} || '%' escape '\\'
    or name_key like '% ' || ${word} || '%' escape '\\' or name_key like '%-' || ${word} || '%' escape '\\')`
  const any = Array.from({ length: words }, (_, i) => isPart(hole[`word${i}`]!))
  return db
    .selectFrom('users')
    .select(['id', 'name_key'])
    .where(sql<boolean>`(${sql.join(any, sql` or `)})`)
    .orderBy('name_key')
    .limit(words * MOST_PEOPLE + 1)
})

/** The search with the people whom its words name: first or last name, or how one begins, from two letters on. */
export async function withPeople(db: Db, search: Search): Promise<Search> {
  const words = search.words.filter((word) => [...word].length >= 2)
  if (words.length === 0) return search
  const patterns = Object.fromEntries(words.map((word, i) => [`word${i}`, escapeLike(word)]))
  const found = await peopleBy(db.read, patterns, words.length)
  const people: number[] = []
  const values: SearchValues = {}
  search.words.forEach((word, i) => {
    const ids = found.filter(({ name_key }) => isNamed(name_key, word)).map(({ id }) => id)
    if (ids.length === 0 || ids.length > MOST_PEOPLE) return
    people.push(i)
    values[`people${i}`] = JSON.stringify(ids)
  })
  return { ...search, shape: { ...search.shape, people }, values: { ...search.values, ...values } }
}

/** @param name folded */
export function isNamed(name: string, word: string): boolean {
  return [...word].length >= 2 && (name.startsWith(word) || name.includes(` ${word}`) || name.includes(`-${word}`))
}

/**
 * For each word that names people, the numbers of their requests that also have all other words, in the text or as people
 * of theirs. Together with the hits in the texts they are what the search finds.
 */
export function hitsByPeople(
  db: Reader,
  shape: SearchShape,
  holes: Holes<SearchValues>,
): RawBuilder<{ number: number }>[] {
  const others = (own: number) => Array.from({ length: shape.words }, (_, i) => i).filter((i) => i !== own)
  return shape.people.flatMap((own) =>
    ['requester_id', 'assigned_to_id'].map((column) => {
      const rest = others(own).map((i) => hasWord(db, shape, holes, i))
      const theirs = sql`select number, requester_id, assigned_to_id from requests
        where ${sql.ref(column)} in ${idsIn(db, holes[`people${own}`]!)} ${exceptNumber(shape, holes, sql`number`)}`
      if (rest.length === 0) return sql<{ number: number }>`(select number from (${theirs}) as theirs)`
      return sql<{ number: number }>`(select number from
        (${theirs} order by number desc limit ${sql.lit(LOOKED_THROUGH)}) as theirs where ${sql.join(rest, sql` and `)})`
    }),
  )
}

function hasWord(db: Reader, shape: SearchShape, holes: Holes<SearchValues>, i: number): RawBuilder<unknown> {
  const word = holes[`word${i}`]!
  const at = engineOf(db) === 'postgres' ? sql`strpos` : sql`instr`
  const columns = ['request_id', 'title', 'description', 'comments'].map((column) => sql.ref(`document.${column}`))
  const within = sql.join(
    columns.map((column) => sql`${at}(${column}, ${word}) > 0`),
    sql` or `,
  )
  const inText = sql`exists (select 1 from search_documents as document
    where document.request_number = theirs.number and (${within}))`
  if (!shape.people.includes(i)) return inText
  const ids = idsIn(db, holes[`people${i}`]!)
  return sql`(theirs.requester_id in ${ids} or theirs.assigned_to_id in ${ids} or ${inText})`
}

function idsIn(db: Reader, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return engineOf(db) === 'postgres'
    ? sql`(select jsonb_array_elements_text(${ids}::text::jsonb) collate "C")`
    : sql`(select value from json_each(${ids}))`
}

/** Leaves out the request that the search names by its number and that is shown before all others. */
export function exceptNumber(
  shape: SearchShape,
  holes: Holes<SearchValues>,
  number: RawBuilder<unknown>,
): RawBuilder<unknown> {
  return shape.except ? sql`and ${number} <> ${holes['except']!}` : sql``
}
