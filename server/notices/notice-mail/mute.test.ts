import { expect, test } from 'vitest'
import { get, post } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { DEFAULT_PREFERENCES, preferencesOf } from '../preferences.ts'
import { muteToken, type Muted, type MutedTopic } from './mute-token.ts'

const office = await officeOfFile()
const DAY_MS = 86_400_000
const REQUEST = { requestId: 'RFD-2026-0001' }
const ONE_CLICK = { 'content-type': 'application/x-www-form-urlencoded' }

const path = (token: string) => `/api/mute/${token}`
const tokenFor = (what: MutedTopic, now = office.clock()) => {
  const muted: Muted = { personId: office.ada.id, ...what }
  return muteToken(office.services.config.secretKey, muted, now)
}
const choices = () => office.db.read.selectFrom('request_watches').select(['person_id', 'watches']).execute()
const press = (token: string) => post(office.app, null, path(token), 'List-Unsubscribe=One-Click', ONE_CLICK)

test('opening a link never mutes: it asks; pressing its button does', async () => {
  await buildRequest(office.db, { requesterId: office.ada.id })
  const token = tokenFor(REQUEST)
  for (let visit = 0; visit < 3; visit++) {
    const page = await get(office.app, null, path(token))
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toContain('text/html')
    expect(page.body).toMatch(/No more mail about RFD-2026-0001\?[^]*<form method="post">/)
  }
  expect(await choices()).toEqual([])
  const done = await press(token)
  expect(done.statusCode).toBe(200)
  expect(await choices()).toEqual([{ person_id: office.ada.id, watches: 0 }])
})

test('one click of a mail program mutes one kind, and nothing else; a second changes nothing', async () => {
  const token = tokenFor({ code: 'comment' })
  expect((await press(token)).statusCode).toBe(200)
  expect((await press(token)).statusCode).toBe(200)
  const { comment, ...others } = DEFAULT_PREFERENCES.events
  expect((await preferencesOf(office.db.read, office.ada.id)).events).toEqual({
    ...others,
    comment: { ...comment, mail: false },
  })
  expect(await preferencesOf(office.db.read, office.dan.id)).toEqual(DEFAULT_PREFERENCES)
})

test('a forged, foreign or expired link is refused in the same words, and tells nothing', async () => {
  await buildRequest(office.db, { requesterId: office.ada.id })
  const token = tokenFor(REQUEST)
  const [text, signature] = token.split('.') as [string, string]
  const other = Buffer.from(JSON.stringify({ personId: office.dan.id, ...REQUEST, until: 99_999 })).toString(
    'base64url',
  )
  const foreign = muteToken(Buffer.alloc(32, 9), { personId: office.ada.id, ...REQUEST }, office.clock())
  const expired = tokenFor(REQUEST, new Date(office.clock().getTime() - 91 * DAY_MS))
  const broken = [`${other}.${signature}`, foreign, expired, text, `${text}.`, `.${signature}`, 'x', '%00', `${token}x`]
  const pages = new Set<string>()
  for (const one of broken.filter((it) => it !== '%00')) {
    for (const res of [await get(office.app, null, path(one)), await press(one)]) {
      expect(res.statusCode, one).toBe(404)
      pages.add(res.body)
    }
  }
  expect(pages.size).toBe(1)
  expect([...pages][0]).not.toMatch(/RFD-|ada/i)
  expect((await get(office.app, null, path('%00'))).statusCode).toBe(400)
  expect(await choices()).toEqual([])
})

test('a link of an account that has ended is refused, too', async () => {
  const token = tokenFor({ code: 'comment' })
  const at = office.clock().toISOString()
  await office.db.write((tx) =>
    tx.updateTable('users').set({ deactivated_at: at }).where('id', '=', office.ada.id).execute(),
  )
  expect((await press(token)).statusCode).toBe(404)
})

const audited = async () =>
  (
    await office.db.read
      .selectFrom('audit_log')
      .select(['actor_id', 'details'])
      .where('action', '=', 'mail.muted')
      .orderBy('id')
      .execute()
  ).map(({ actor_id, details }) => [actor_id, JSON.parse(details ?? '{}')])

test('the audit log says what a link has ended, once', async () => {
  await buildRequest(office.db, { requesterId: office.ada.id })
  for (const token of [tokenFor(REQUEST), tokenFor({ code: 'mention' }), tokenFor(REQUEST)]) await press(token)
  await press(tokenFor({ code: 'mention' }))
  expect(await audited()).toEqual([
    [office.ada.id, { topic: REQUEST.requestId }],
    [office.ada.id, { topic: 'mention' }],
  ])
})

test('no link ends mail about sign-ins and backups, also none that was sent by an earlier version', async () => {
  for (const code of ['sign-in', 'backup-failed', 'backup-missing'] as const) {
    expect((await press(tokenFor({ code }))).statusCode).toBe(404)
  }
  expect(await preferencesOf(office.db.read, office.ada.id)).toEqual(DEFAULT_PREFERENCES)
})

test('the link of a digest of several kinds ends mail about all but sign-ins and backups, and says so', async () => {
  const token = tokenFor({ digest: true })
  const page = await get(office.app, null, path(token))
  expect(page.body).toContain('No more mail about anything but sign-ins and backups?')
  expect((await press(token)).body).toContain('no more mail about anything but sign-ins and backups.')
  const { events } = await preferencesOf(office.db.read, office.ada.id)
  const mailed = Object.entries(events).flatMap(([code, { mail }]) => (mail ? [code] : []))
  expect(mailed.toSorted()).toEqual(['backup-failed', 'backup-missing', 'sign-in'])
  expect(events.mention.app).toBe(true)
})

test('a thousand presses from one address are slowed down, and a long body is refused', async () => {
  const token = tokenFor({ code: 'comment' })
  const long = await post(office.app, null, path(token), `a=${'x'.repeat(20_000)}`, ONE_CLICK)
  expect(long.statusCode).toBe(413)
  let last = await press(token)
  for (let more = 0; more < 60 && last.statusCode === 200; more++) last = await press(token)
  expect(last.statusCode).toBe(429)
  expect(last.headers['retry-after']).toBe('1')
})
