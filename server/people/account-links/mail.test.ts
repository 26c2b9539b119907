import { afterAll, beforeEach, expect, test } from 'vitest'
import { SEND_MAIL } from '../../notices/mail/queue-mail.ts'
import { sendingJobs } from '../../notices/mail/sending.ts'
import { post, put } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { mailsOf, sendDue } from '../../testing/outbox.ts'
import { smtpServer } from '../../testing/smtp.ts'
import { accountLinkMails } from './mail.ts'

const office = await officeOfFile({ config: { publicUrl: 'https://rfd.office.example' } })
const smtp = await smtpServer()
afterAll(() => smtp.close())
beforeEach(async () => {
  smtp.behave()
  const server = { host: '127.0.0.1', port: smtp.port, security: 'none', sender: 'rfd@office.example' }
  await put(office.app, office.cleo, '/api/settings/email', server, HOST)
})

const HOST = { host: 'rfd.office.example' }
const EVA = { fullName: 'Eva Stone', username: 'eva', email: 'eva@office.example', role: 'user' }
const invite = async () => (await post(office.app, office.cleo, '/api/people', EVA, HOST)).body
const send = () => {
  const handler = sendingJobs(office.services, accountLinkMails(office.services))[SEND_MAIL]!
  return sendDue(office, handler, office.clock())
}
const linkIn = (source: string) =>
  /https:\/\/rfd\.office\.example\/[\w-]+#([\w-]+)/.exec(source.replaceAll('=\r\n', ''))?.[1]

test('an invitation is sent to its person, and its link opens', async () => {
  const { link } = await invite()
  expect(link.mailedTo).toBe('eva@office.example')
  await send()
  expect(smtp.received).toMatchObject([{ to: ['eva@office.example'] }])
  const token = linkIn(smtp.received[0]!.source)
  expect(token).toBe(link.token)
  expect((await post(office.app, null, '/api/account-links/open', { token }, HOST)).body.username).toBe('eva')
  expect(JSON.stringify(await mailsOf(office.db))).not.toContain(token)
})

test('a password link is sent; one that was replaced before is not', async () => {
  const path = `/api/people/${office.ada.id}/links`
  await post(office.app, office.cleo, path, undefined, HOST)
  const { link } = (await post(office.app, office.cleo, path, undefined, HOST)).body
  await send()
  expect(smtp.received.map(({ source }) => linkIn(source))).toEqual([link.token])
  expect((await mailsOf(office.db)).map(({ state }) => state).sort()).toEqual(['dropped', 'sent'])
})

test('without an SMTP server it is not sent, and says so', async () => {
  await put(office.app, office.cleo, '/api/settings/email', { host: '' }, HOST)
  expect((await invite()).link.mailedTo).toBeNull()
  expect(await mailsOf(office.db)).toEqual([])
})
