import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { changeInSearch } from '../../../requests/search/texts.ts'
import { buildRequest } from '../../../testing/build.ts'
import { buildComment } from '../../../testing/comments.ts'
import { createAccount } from '../../../people/accounts/service.ts'
import type { Db } from '../db.ts'
import { openSqlite } from './sqlite.ts'

let folder: string
let db: Db
let commits = 0
let requesterId: string
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rfd-index-'))
  db = await openSqlite(join(folder, 'test.sqlite'), async () => commits++)
  await db.migrate()
  const name = { username: 'ada', firstName: 'Ada', lastName: 'Quint', email: 'ada@office.example' }
  const account = { ...name, role: 'user', passwordHash: '-' }
  requesterId = (await db.write((tx) => createAccount(tx, () => new Date(), account))).id
})
afterEach(async () => {
  await db.close()
  rmSync(folder, { recursive: true })
})

async function buildLongRequest(): Promise<number> {
  const { number } = await buildRequest(db, { requesterId })
  const longText = 'release note '.repeat(800)
  await db.write((tx) => changeInSearch(tx, number, { description: longText + longText }))
  return number
}

let comments = 0
const commentOn = (requestNumber: number) =>
  buildComment(db, {
    id: `c${++comments}`,
    requestNumber,
    authorId: requesterId,
    comment: 'Officers look it up by hand.',
  })
const rename = (number: number) => db.write((tx) => changeInSearch(tx, number, { title: 'Another title' }))

test('many comments on a long request share commits, so that the index is written a few times', async () => {
  const number = await buildLongRequest()
  commits = 0
  await Promise.all(Array.from({ length: 20 }, () => commentOn(number)))
  expect(commits).toBeLessThan(6)
})

test('changes of many long requests do not share one commit', async () => {
  const numbers: number[] = []
  for (let i = 0; i < 6; i++) numbers.push(await buildLongRequest())
  commits = 0
  await Promise.all(numbers.map(rename))
  expect(commits).toBeGreaterThan(1)
})
