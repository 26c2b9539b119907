import { expect, test } from 'vitest'
import { HOLDS } from '../background.ts'
import { claim } from '../platform/jobs/claim.ts'
import { RESTORED } from '../platform/jobs/hold.ts'
import { queueMail, SEND_MAIL } from '../notices/mail/queue-mail.ts'
import { get, post, put } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'
import { mailsOf } from '../testing/outbox.ts'
import { officeWithSchedules } from '../testing/schedules.ts'
import { takeOver } from './complete.ts'
import { writeMark } from './restored-mark.ts'

const { office, schedule, runsNow } = await officeWithSchedules()
const { app, clock, db } = office
const STATUS = '/api/backups/status'
const RELEASE = '/api/backups/release'
const HOUR_MS = 3_600_000
const MADE_AT = '2026-03-10T08:00:00.000Z'

/** An office with mail and a schedule of a report, restored at 09:00 from a backup of 08:00. */
async function restored(): Promise<void> {
  const server = { host: '127.0.0.1', port: 2525, security: 'none', sender: 'rfd@office.example' }
  await put(app, office.cleo, '/api/settings/email', server)
  await schedule()
  const mail = { personId: office.ada.id, about: {}, now: new Date(MADE_AT) }
  await db.write(async (tx) => {
    await queueMail(tx, { kind: 'notices', ...mail })
    await queueMail(tx, { kind: 'account-link', ...mail })
    await writeMark(tx, { madeAt: MADE_AT, from: 'sqlite', requests: 7, restoredAt: null }, MADE_AT)
    await takeOver(tx, clock, { highestNumber: 41, backups: [], askedBy: null })
    await queueMail(tx, { kind: 'notices', ...mail, now: clock() })
    await queueMail(tx, { kind: 'account-link', ...mail, now: clock() })
  })
}

/** Kinds that a runner would claim now. */
const due = async () => {
  const kinds = [...HOLDS[RESTORED]!, 'notices', 'classify']
  const due = { kinds, now: clock(), holds: HOLDS, leaseUntil: clock(), limit: 100 }
  return new Set((await db.write((tx) => claim(tx, due))).map(({ kind }) => kind))
}

test('until an administrator releases them, no mail goes out and no schedule runs, however late; other jobs run', async () => {
  await restored()
  await db.write((tx) => office.queue.add(tx, { kind: 'notices', payload: null }))
  clock.forward(20 * HOUR_MS)
  expect(await due()).toEqual(new Set(['notices']))
  const { body } = await get(app, office.cleo, STATUS)
  expect(body.held).toEqual({ madeAt: MADE_AT, restoredAt: '2026-03-10T09:00:00.000Z', mails: 4, schedules: 1 })
  expect((await post(app, office.cleo, RELEASE, { waiting: 'send' })).statusCode).toBe(204)
  expect(await due()).toEqual(new Set([SEND_MAIL, 'report-due', 'notices']))
  expect((await get(app, office.cleo, STATUS)).body.held).toBeNull()
})

test('dropped mail never goes out, links asked for since do, and schedules go on at their next time', async () => {
  await restored()
  clock.forward(2 * HOUR_MS)
  expect((await post(app, office.cleo, RELEASE, { waiting: 'drop' })).statusCode).toBe(204)
  const mails = (await mailsOf(db)).map(({ kind, state, reason }) => [kind, state, reason])
  expect(mails).toEqual([
    ['notices', 'dropped', 'restored'],
    ['account-link', 'dropped', 'restored'],
    ['notices', 'dropped', 'restored'],
    ['account-link', 'waiting', null],
  ])
  expect(await db.read.selectFrom('report_schedules').select('next_at').execute()).toEqual([
    { next_at: '2026-03-11T10:00:00.000Z' },
  ])
  expect(await runsNow()).toEqual([])
  const entry = db.read.selectFrom('audit_log').select('details').where('action', '=', 'backup.released')
  expect(JSON.parse((await entry.executeTakeFirstOrThrow()).details)).toEqual({ waiting: 'drop', dropped: 3 })
})

test('only who manages backups sees and releases what is held, once, and says how', async () => {
  await restored()
  for (const person of [office.ada, office.ben]) {
    expect((await get(app, person, STATUS)).statusCode).toBe(403)
    expect((await post(app, person, RELEASE, { waiting: 'send' })).statusCode).toBe(403)
  }
  for (const body of [{}, { waiting: 'later' }])
    expect(await post(app, office.cleo, RELEASE, body)).toMatchObject({
      statusCode: 400,
      body: { details: [{ path: 'waiting' }] },
    })
  const answers = await Promise.all(['send', 'drop'].map((waiting) => post(app, office.cleo, RELEASE, { waiting })))
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409])
})

test('a restored office goes on above the numbers of the former one, and its first entry is the restore', async () => {
  await restored()
  const [last] = await db.read.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).execute()
  expect(last).toMatchObject({ action: 'backup.restored', actor_id: null })
  expect(JSON.parse(last!.details)).toEqual({ madeAt: MADE_AT, from: 'sqlite', requests: 7 })
  expect((await buildRequest(db, { requesterId: office.ada.id })).number).toBe(42)
})
