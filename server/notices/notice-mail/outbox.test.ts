import { beforeEach, expect, test } from 'vitest'
import type { NoticeCode } from '../../../shared/notices.ts'
import { put } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { mailsOf } from '../../testing/outbox.ts'
import { DEFAULT_PREFERENCES } from '../preferences.ts'
import { queueNoticeMail } from './outbox.ts'

const office = await officeOfFile()
const AT = '2026-03-10T09:00:00.000Z'
let made = 0

beforeEach(async () => {
  const server = { host: '127.0.0.1', security: 'none', sender: 'rfd@office.example' }
  await put(office.app, office.cleo, '/api/settings/email', server)
})

async function notify(number: number | null, code: NoticeCode = 'comment') {
  const id = `notice-${++made}`
  const person = { personId: office.ada.id, at: AT }
  await office.db.write(async (tx) => {
    const row = { id, person_id: office.ada.id, code, reasons: '[]', bundle_key: null, request_number: number }
    const rest = { actor_id: null, history_id: null, comment_id: null, target_id: null, count: 1, details: '{}' }
    await tx
      .insertInto('notices')
      .values({ ...row, ...rest, in_app: 1, at: AT, read_at: null })
      .execute()
    await queueNoticeMail(tx, { noticeId: id, ...person })
  })
  return id
}

const request = () => buildRequest(office.db, { requesterId: office.ada.id })
const prefer = (change: object) =>
  put(office.app, office.ada, '/api/profile/notices', { ...DEFAULT_PREFERENCES, ...change })

test('several notices of one request within the hold are one mail, and another request is another', async () => {
  const [one, other] = [await request(), await request()]
  await notify(one.number)
  await notify(one.number, 'status')
  await notify(other.number)
  const mails = await mailsOf(office.db)
  expect(mails.map(({ kind, due_at }) => [kind, due_at])).toEqual([
    ['notices', '2026-03-10T09:01:00.000Z'],
    ['notices', '2026-03-10T09:01:00.000Z'],
  ])
  const mailed = await office.db.read.selectFrom('mail_notices').select('mail_id').execute()
  expect(mailed).toHaveLength(3)
  const jobs = await office.db.read.selectFrom('jobs').select('run_at').where('kind', '=', 'send-mail').execute()
  expect(jobs.map(({ run_at }) => run_at)).toEqual(mails.map(({ due_at }) => due_at))
})

test('a digest gathers everything until its time, and so does the end of the quiet hours', async () => {
  const [one, other] = [await request(), await request()]
  await prefer({ digest: 'daily', at: '17:30' })
  for (const { number } of [one, other]) await notify(number)
  await prefer({ quietHours: { from: '08:00', to: '10:00' } })
  for (const { number } of [one, other]) await notify(number)
  const mails = await mailsOf(office.db)
  expect(mails.map(({ kind, due_at }) => [kind, due_at])).toEqual([
    ['digest', '2026-03-10T17:30:00.000Z'],
    ['digest', '2026-03-10T10:00:00.000Z'],
  ])
})

test('without an SMTP server a notice stays in the app', async () => {
  await put(office.app, office.cleo, '/api/settings/email', { host: '' })
  await notify((await request()).number)
  expect(await mailsOf(office.db)).toEqual([])
})
