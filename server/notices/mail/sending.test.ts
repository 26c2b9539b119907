import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import type { Db } from '../../platform/database/db.ts'
import { claim } from '../../platform/jobs/claim.ts'
import { requeueOrphaned } from '../../platform/jobs/orphaned.ts'
import { PermanentFailure } from '../../platform/jobs/job.ts'
import { get, put } from '../../testing/app.ts'
import { jobRunners } from '../../testing/jobs.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { mailsOf, SAME, sendDue } from '../../testing/outbox.ts'
import { smtpError, smtpServer } from '../../testing/smtp.ts'
import { queueMail, SEND_MAIL } from './queue-mail.ts'
import { sendingJobs } from './sending.ts'

const office = await officeOfFile()
const smtp = await smtpServer()
const run = jobRunners()
afterAll(() => smtp.close())
beforeEach(async () => {
  smtp.behave()
  const server = { host: '127.0.0.1', port: smtp.port, security: 'none', sender: 'rfd@office.example' }
  await put(office.app, office.cleo, '/api/settings/email', server)
})

const UNDELIVERED = '/api/settings/email/undelivered'
const now = () => office.clock()
const handler = (db: Db = office.db) => sendingJobs({ ...office.services, db }, SAME)[SEND_MAIL]!
const send = () => sendDue(office, handler(), now())
const queue = (more: Partial<Parameters<typeof queueMail>[1]> = {}) =>
  office.db.write((tx) => queueMail(tx, { kind: 'notices', personId: office.ada.id, about: {}, now: now(), ...more }))

test('a queued mail is sent once, to the address that the person has then', async () => {
  await queue()
  await office.db.write((tx) =>
    tx.updateTable('users').set({ email: 'ada@new.example' }).where('id', '=', office.ada.id).execute(),
  )
  expect([await send(), await send()]).toEqual([[], []])
  const [mail] = await mailsOf(office.db)
  expect(mail).toMatchObject({ state: 'sent', address: 'ada@new.example', attempts: 1 })
  expect(mail?.last_answer).toContain('2.0.0 Ok')
  expect(smtp.received).toHaveLength(1)
  const { headers } = smtp.received[0]!
  expect(headers.get('message-id')).toBe(mail?.message_id)
  expect(headers.get('references')).toBe(headers.get('in-reply-to'))
  expect(headers.get('references')).toMatch(/^<thread\.[\da-f]{32}@office\.example>$/)
})

test('while the office sends no mail, nothing is queued', async () => {
  await put(office.app, office.cleo, '/api/settings/email', { host: '' })
  expect(await queue()).toBeUndefined()
  expect(await mailsOf(office.db)).toEqual([])
  expect(await office.db.read.selectFrom('jobs').select('id').where('kind', '=', SEND_MAIL).execute()).toEqual([])
})

test('what comes before the first attempt joins the mail; afterwards it is another one', async () => {
  const first = await queue({ openKey: 'one' })
  expect(await queue({ openKey: 'one' })).toBe(first)
  smtp.behave({ onMailFrom: (_from, _session, done) => done(smtpError(451, 'Later')) })
  await send()
  expect(await queue({ openKey: 'one' })).not.toBe(first)
})

test('a refused recipient makes a dead letter at once, with the server’s words; a retry sends it', async () => {
  await queue()
  smtp.behave({ onRcptTo: (_to, _session, done) => done(smtpError(550, '5.1.1 No such user')) })
  const [error] = await send()
  expect(error).toBeInstanceOf(PermanentFailure)
  expect(String(error)).toContain('550 5.1.1 No such user')
  const dead = {
    state: 'dead',
    reason: 'refused',
    address: 'ada@office.example',
    last_answer: '550 5.1.1 No such user',
  }
  expect(await mailsOf(office.db)).toMatchObject([dead])
  const { body } = await get(office.app, office.cleo, UNDELIVERED)
  const why = 'The SMTP server refused the message. It said: 550 5.1.1 No such user'
  const bounced = { to: 'ada@office.example', why, attempts: 1, givenUpAt: now().toISOString() }
  expect(body).toMatchObject({ mails: [{ ...bounced, person: { firstName: 'Ada' } }], total: 1 })
  smtp.behave()
  expect(await send()).toEqual([])
  expect(await mailsOf(office.db)).toMatchObject([{ state: 'sent', reason: null, attempts: 2 }])
  expect((await get(office.app, office.cleo, UNDELIVERED)).body).toEqual({ mails: [], total: 0 })
  for (const person of [office.ada, office.ben])
    expect((await get(office.app, person, UNDELIVERED)).statusCode).toBe(403)
})

test.for([
  [451, 'later'],
  [421, 'later'],
  [452, 'later'],
])('%i is tried again, under the same Message-ID', async ([code, reason]) => {
  await queue()
  const [queued] = await mailsOf(office.db)
  smtp.behave({ onRcptTo: (_to, _session, done) => done(smtpError(Number(code), 'Later')) })
  const [error] = await send()
  expect(error).not.toBeInstanceOf(PermanentFailure)
  expect(await mailsOf(office.db)).toMatchObject([{ state: 'waiting', reason }])
  smtp.behave()
  await send()
  expect(smtp.received.map(({ headers }) => headers.get('message-id'))).toEqual([queued?.message_id])
})

test('a mail to somebody deactivated, or without an address, is dropped with the reason', async () => {
  const { ada, dan, db } = office
  await queue()
  await queue({ personId: dan.id })
  await db.write(async (tx) => {
    await tx.updateTable('users').set({ deactivated_at: now().toISOString() }).where('id', '=', ada.id).execute()
    await tx.updateTable('users').set({ email: 'a"b"@office.example' }).where('id', '=', dan.id).execute()
  })
  expect(await send()).toEqual([])
  expect((await mailsOf(db)).map(({ state, reason }) => [state, reason])).toEqual([
    ['dropped', 'deactivated'],
    ['dropped', 'no-address'],
  ])
  expect(smtp.received).toEqual([])
})

test('twenty kills between queue and send lose nothing, and repeat at most once each, under one Message-ID', async () => {
  await queue()
  let killsAfterDelivery = 0
  for (let kill = 0; kill < 20; kill++) {
    // The process dies before the attempt is stored, or once the server has accepted the mail.
    const survives = kill % 2
    killsAfterDelivery += survives
    await expect(sendKilled(survives)).resolves.toMatchObject([{ message: 'killed' }])
    await requeueOrphaned(office.db, now())
  }
  expect(smtp.received).toHaveLength(killsAfterDelivery)
  expect(await send()).toEqual([])
  expect(await send()).toEqual([])
  expect(smtp.received).toHaveLength(killsAfterDelivery + 1)
  expect(new Set(smtp.received.map(({ headers }) => headers.get('message-id'))).size).toBe(1)
  expect(await mailsOf(office.db)).toMatchObject([{ state: 'sent' }])
})

test('two workers that send at the same time send each mail once', async () => {
  for (let more = 0; more < 12; more++) await queue()
  for (let worker = 0; worker < 2; worker++) run(office.services, sendingJobs(office.services, SAME))
  const states = async () => (await mailsOf(office.db)).map(({ state }) => state)
  await vi.waitFor(async () => expect(await states()).toEqual(Array(12).fill('sent')), { timeout: 60_000 })
  const ids = smtp.received.map(({ headers }) => headers.get('message-id'))
  expect(ids).toHaveLength(12)
  expect(new Set(ids).size).toBe(12)
})

test('one person’s many mails let another’s pass', async () => {
  for (let more = 0; more < 6; more++) await queue()
  await queue({ personId: office.dan.id })
  const next = { kinds: [SEND_MAIL], now: now(), leaseUntil: now(), limit: 2 }
  const claimed = await office.db.write((tx) => claim(tx, next))
  expect(new Set(claimed.map(({ person_id }) => person_id))).toEqual(new Set([office.ada.id, office.dan.id]))
})

/** An attempt whose process dies after so many writes: whatever it would store then is lost. */
function sendKilled(writes: number): Promise<unknown[]> {
  let left = writes
  const db = Object.create(office.db, {
    write: {
      value: (work: Parameters<Db['write']>[0]) =>
        left-- > 0 ? office.db.write(work) : Promise.reject(new Error('killed')),
    },
  }) as Db
  return sendDue(office, handler(db), now())
}
