import type { Db } from '../../server/platform/database/db.ts'
import { openDatabase } from '../../server/platform/database/open.ts'
import { orderedId } from '../../server/platform/database/ordered-id.ts'
import { openFiles } from '../../server/platform/files/open.ts'
import { changeInSearch } from '../../server/requests/search/texts.ts'
import { findAccount } from '../../server/people/accounts/service.ts'
import { HASH_COST } from '../../server/people/accounts/passwords.ts'
import { makeLargeOffice } from '../../seeds/large/make.ts'
import { LIMITS } from '../../shared/text.ts'
import { storeEndlessPages } from './endless-pages.ts'
import { type Files, storeFiles } from './files.ts'

export const PASSWORD = 'rfd-demo'
/** The ordinary account that floods. */
export const FLOODER = 'user'
/** The manager that floods calls for which an ordinary account lacks the permission. */
export const FLOODING_MANAGER = 'elena'
/** The victim of password guessing, who signs in with the right password meanwhile. */
export const SIGNS_IN = 'huda'
/** Users who work normally meanwhile. */
export const OTHERS = ['manager', 'admin'] as const

const COMMENTS = 1000
const CHANGES = 300
const LONG_REQUESTS = 100

export interface Where {
  dataDir: string
  databaseUrl: string | undefined
}

/** Content that an ordinary account can create within an hour. */
export interface Stuffed extends Files {
  /** id of a request with a thousand comments of 10,000 characters, and hundreds of changes of its whole description */
  discussed: string
  /** id of a typical request */
  ordinary: string
}

/** An office with some thousand requests and all content that the floods read. */
export async function prepareOffice(where: Where, requests: number): Promise<Stuffed> {
  const config = { ...where, demoPassword: PASSWORD, passwordCost: HASH_COST }
  const today = new Date().toISOString().slice(0, 10)
  await makeLargeOffice(config, { requests, seed: 1, today, replace: false })
  const db = await openDatabase({ ...where, withoutTimeouts: true })
  try {
    const { id: author } = (await findAccount(db.read, FLOODER))!
    const newest = await db.read
      .selectFrom('requests')
      .select(['number', 'id'])
      .orderBy('number', 'desc')
      .limit(LONG_REQUESTS + 2)
      .execute()
    const [discussed, ordinary, ...long] = newest
    await discuss(db, discussed!.number, author)
    for (const { number } of long) {
      const description = prose(LIMITS.description, number)
      await db.write(async (tx) => {
        await tx.updateTable('requests').set({ description }).where('number', '=', number).execute()
        await changeInSearch(tx, number, { description })
      })
    }
    const owner = { personId: author, requestNumber: discussed!.number }
    const files = await storeFiles(db, openFiles({ dataDir: where.dataDir, bucket: undefined }), owner)
    return { discussed: discussed!.id, ordinary: ordinary!.id, ...files }
  } finally {
    await db.close()
  }
}

/** Adds a hundred files of the flooder that take long to read. No server may be running. */
export async function addEndlessPages(where: Where): Promise<void> {
  const db = await openDatabase({ ...where, withoutTimeouts: true })
  try {
    const { id: personId } = (await findAccount(db.read, FLOODER))!
    const { number } = await db.read
      .selectFrom('requests')
      .select('number')
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    const files = openFiles({ dataDir: where.dataDir, bucket: undefined })
    await storeEndlessPages(db, files, { personId, requestNumber: number })
  } finally {
    await db.close()
  }
}

async function discuss(db: Db, request_number: number, author_id: string): Promise<void> {
  const now = new Date()
  const at = now.toISOString()
  for (let from = 0; from < COMMENTS; from += 100) {
    const values = Array.from({ length: 100 }, (_, i) => {
      return { id: orderedId(now), request_number, author_id, comment: prose(LIMITS.comment, from + i), created_at: at }
    })
    await db.write((tx) => tx.insertInto('comments').values(values).execute())
  }
  const change = {
    request_number,
    at,
    actor_id: author_id,
    action: 'updated',
    field: 'description',
    reason: null,
  } as const
  for (let i = 0; i < CHANGES; i++) {
    const values = {
      ...change,
      old_value: prose(LIMITS.description, i),
      new_value: prose(LIMITS.description, i + 1),
      version: i + 2,
    }
    await db.write((tx) => tx.insertInto('request_history').values(values).execute())
  }
}

/** Incompressible words in letters that take two bytes. */
export function prose(length: number, seed: number): string {
  let state = seed * 2654435761 + 1
  let text = ''
  while (text.length < length) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    text += `é${state.toString(36)} `
  }
  return text.slice(0, length)
}
