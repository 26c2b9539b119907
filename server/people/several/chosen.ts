import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { CHANGE_LIMITS, type ChosenPeople } from '../../../shared/people-changes.ts'
import { formatNumber } from '../../../shared/texts/formats.ts'
import { text } from '../../../shared/texts/say.ts'
import type { Reader } from '../../platform/database/db.ts'
import { fieldError } from '../../platform/errors.ts'
import { filtered } from '../list-queries.ts'
import { type PersonRow, selectPeople } from '../queries.ts'

/** People read in one turn of the event loop. */
const CHUNK = 250

/**
 * The chosen people in the order of their names, in chunks. Ids that nobody has are left out.
 * @throws AppError `bad-input` when they are too many
 */
export async function* readChosen(reader: Reader, chosen: ChosenPeople, demo: boolean): AsyncGenerator<PersonRow[]> {
  let after: PersonRow | undefined
  for (let read = 0; ;) {
    const rows = await chunkOf(reader, chosen, demo, after)
    read += rows.length
    if (read > CHANGE_LIMITS.people) throw tooMany()
    if (rows.length > 0) yield rows
    if (rows.length < CHUNK) return
    after = rows.at(-1)
    await nextTurn()
  }
}

function chunkOf(reader: Reader, { ids, filter = {} }: ChosenPeople, demo: boolean, after: PersonRow | undefined) {
  let query = filtered(selectPeople(reader), filter, demo)
  if (ids) query = query.where('users.id', 'in', ids)
  if (after) query = query.where(sql<boolean>`(users.name_key, users.id) > (${after.name_key}, ${after.id})`)
  return query.orderBy('users.name_key').orderBy('users.id').limit(CHUNK).execute()
}

function tooMany() {
  const most = formatNumber(CHANGE_LIMITS.people)
  return fieldError(
    'bad-input',
    'chosen',
    text('At most {most} people can be changed at once. Narrow the search.', { most }),
  )
}
