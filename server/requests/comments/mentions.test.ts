import { expect, test } from 'vitest'
import { usernameKey } from '../../../shared/account-keys.ts'
import { post } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { mentionKeys } from './mentions.ts'

const office = await officeOfFile()

test.each([
  ['@ada, please', ['ada']],
  ['Ask @ada.', ['ada.', 'ada']],
  ['(@ada) and **@ben** and > @dan', ['ada', 'ben', 'dan']],
  ['> @ada said so\n\n- @ben', ['ada', 'ben']],
  ['Mail ada@office.example or <b@office.example>', []],
  ['See https://office.example/@ada and www.office.example/@ada', []],
  ['Run `@ada`, ``x ` @ada``, and\n\n    @ada\n\n```\n@ada\n```\n~~~~\n@ada', []],
  ['An open ` is no code, @ada', ['ada']],
  ['\\`@ada\\`', ['ada']],
  ['@ ada, @@ada, a@ada, @, x/@ada', ['@ada']],
])('%j may mention %j', (comment, keys) => {
  expect(mentionKeys(comment)).toEqual(keys)
})

async function mentions(comment: string, requesterId = office.ada.id) {
  const { app, db, ben } = office
  const { id } = await buildRequest(db, { requesterId })
  const res = await post(app, ben, `/api/requests/${id}/comments`, { comment })
  const rows = await db.read.selectFrom('comment_mentions').selectAll().where('comment_id', '=', res.body.id).execute()
  return { res, people: rows.map((row) => row.person_id) }
}

test('a comment stores whom it mentions once, and its history entry names it', async () => {
  const { db, ada, dan } = office
  const { res, people } = await mentions('@dan and @ada, and @DAN again; @nobody')
  expect(people.toSorted()).toEqual([ada.id, dan.id].toSorted())
  const entry = await db.read
    .selectFrom('request_history')
    .select('comment_id')
    .where('action', '=', 'commented')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(entry?.comment_id).toBe(res.body.id)
})

test('who cannot see the request, or has no open account, is not mentioned', async () => {
  const { db, services, ada, dan } = office
  await services.settings.change({ visibility: 'own' })
  expect((await mentions('@dan @ada')).people).toEqual([ada.id])
  await services.settings.change({ visibility: 'all' })
  await db.write((tx) =>
    tx.updateTable('users').set({ deactivated_at: '2026-03-01T00:00:00.000Z' }).where('id', '=', dan.id).execute(),
  )
  expect((await mentions('@dan @ada')).people).toEqual([ada.id])
})

test('a comment that mentions more than fifty people is refused; more names of nobody are text', async () => {
  const { db, dan } = office
  const account = await db.read.selectFrom('users').selectAll().where('id', '=', dan.id).executeTakeFirstOrThrow()
  const names = Array.from({ length: 51 }, (_, i) => `person${i}`)
  const rows = names.map((name) => ({
    ...account,
    id: name,
    username: name,
    username_key: usernameKey(name),
    email: `${name}@x.example`,
    email_key: `${name}@x.example`,
  }))
  await db.write((tx) => tx.insertInto('users').values(rows).execute())
  expect((await mentions(names.map((name) => `@${name}`).join(' '))).res).toMatchObject({
    statusCode: 400,
    body: {
      code: 'bad-input',
      details: [{ path: 'comment', message: 'At most 50 people can be mentioned; this mentions 51' }],
    },
  })
  const fifty = names
    .slice(1)
    .map((name) => `@${name} @no-${name}`)
    .join(' ')
  expect((await mentions(fifty)).people).toHaveLength(50)
})
