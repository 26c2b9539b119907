import { afterAll, beforeEach, expect, test } from 'vitest'
import { SEND_MAIL } from '../mail/queue-mail.ts'
import { sendingJobs } from '../mail/sending.ts'
import { post, put } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { mailsOf, sendDue } from '../../testing/outbox.ts'
import { smtpServer } from '../../testing/smtp.ts'
import { DEFAULT_PREFERENCES } from '../preferences.ts'
import { scanHistory } from '../scan.ts'
import { noticeMails } from './compose.ts'
import { queueNoticeMail } from './outbox.ts'

const PUBLIC = 'https://rfd.office.example'
const HOST = { host: 'rfd.office.example' }
const office = await officeOfFile({ config: { publicUrl: PUBLIC } })
const smtp = await smtpServer()
afterAll(() => smtp.close())
beforeEach(async () => {
  smtp.behave()
  const server = { host: '127.0.0.1', port: smtp.port, security: 'none', sender: 'rfd@office.example' }
  await put(office.app, office.cleo, '/api/settings/email', server, HOST)
})

/** Ada's request, and Ben's questions about it. */
async function ask(...questions: string[]) {
  const request = await buildRequest(office.db, { requesterId: office.ada.id, title: 'Weigh empty trucks' })
  for (const comment of questions)
    await post(office.app, office.ben, `/api/requests/${request.id}/comments`, { comment }, HOST)
  await scanHistory(office.services)
  const rows = await office.db.read.selectFrom('notices').selectAll().where('person_id', '=', office.ada.id).execute()
  for (const { id, person_id, at } of rows)
    await office.db.write((tx) => queueNoticeMail(tx, { noticeId: id, personId: person_id, at }))
  return request
}
const prefer = (change: object) =>
  put(office.app, office.ada, '/api/profile/notices', { ...DEFAULT_PREFERENCES, ...change }, HOST)
const later = (minutes: number) => new Date(office.clock().getTime() + minutes * 60_000)
const send = (now = later(1), config = office.services.config) =>
  sendDue(office, sendingJobs({ ...office.services, config }, noticeMails(office.services))[SEND_MAIL]!, now)
const textOf = (source: string) => source.replaceAll('=\r\n', '').replaceAll('=3D', '=')

test('after a minute a mail says what happened and why, in the conversation of its request', async () => {
  const { request_id } = await ask('Which line?')
  await send(later(0.9))
  expect(smtp.received).toEqual([])
  await send()
  const [mail] = smtp.received
  expect(mail?.to).toEqual(['ada@office.example'])
  expect(mail?.headers.get('subject')).toBe(`[${request_id}] Weigh empty trucks`)
  expect(mail?.headers.get('references')).toMatch(/^<thread\./)
  expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
  const text = textOf(mail!.source)
  for (const part of ['Which line?', `${PUBLIC}/requests/${request_id}`, 'You get this because', `${PUBLIC}/profile`])
    expect(text).toContain(part)
})

test('the one click of a mail program works as the header says, without a session', async () => {
  await ask('Which line?')
  await send()
  const url = /<(.*)>/.exec(smtp.received[0]?.headers.get('list-unsubscribe') ?? '')?.[1] ?? ''
  const form = { ...HOST, 'content-type': 'application/x-www-form-urlencoded' }
  const done = await post(office.app, null, url.slice(PUBLIC.length), 'List-Unsubscribe=One-Click', form)
  expect(done.statusCode).toBe(200)
  const watches = await office.db.read.selectFrom('request_watches').select(['person_id', 'watches']).execute()
  expect(watches).toEqual([{ person_id: office.ada.id, watches: 0 }])
})

test('two questions within the minute are one mail', async () => {
  await ask('Which line?', 'Since when?')
  await send()
  expect(smtp.received).toHaveLength(1)
})

test('what was read in the app, or is no longer wanted by mail, is not sent', async () => {
  await ask('Which line?')
  await post(office.app, office.ada, '/api/notices/read', { all: true }, HOST)
  await send()
  expect((await mailsOf(office.db)).map(({ state, reason }) => [state, reason])).toEqual([
    ['dropped', 'nothing-to-tell'],
  ])
  await post(office.app, office.ada, '/api/notices/unread', { all: true }, HOST)
  await ask('And now?')
  const { question, ...others } = DEFAULT_PREFERENCES.events
  await prefer({ events: { ...others, question: { ...question, mail: false } } })
  await send()
  expect(smtp.received).toEqual([])
})

test('a digest tells everything in one mail, and is never empty', async () => {
  await prefer({ digest: 'hourly' })
  await ask('Which line?')
  await ask('Which scale?')
  await send(later(59))
  expect(smtp.received).toEqual([])
  await send(later(60))
  expect(smtp.received).toHaveLength(1)
  expect(smtp.received[0]?.headers.get('subject')).toMatch(/^\d notifications$/)
  const text = textOf(smtp.received[0]!.source)
  for (const part of ['Which line?', 'Which scale?']) expect(text).toContain(part)
  await ask('Which gate?')
  await post(office.app, office.ada, '/api/notices/read', { all: true }, HOST)
  await send(later(120))
  expect(smtp.received).toHaveLength(1)
})

test('an office without an address sends mail without links, that says where to look', async () => {
  const { request_id } = await ask('Which line?')
  await send(later(1), { ...office.services.config, publicUrl: undefined })
  const { source, headers } = smtp.received[0]!
  expect(headers.has('list-unsubscribe')).toBe(false)
  const text = textOf(source)
  expect(text).not.toMatch(/https?:/)
  for (const part of [request_id, 'Which line?', 'In your profile']) expect(text).toContain(part)
})
