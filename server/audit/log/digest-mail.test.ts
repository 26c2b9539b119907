import { expect, test } from 'vitest'
import { put } from '../../testing/app.ts'
import { TEST_SEALER } from '../../testing/database.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { jobRunners } from '../../testing/jobs.ts'
import { mailsOf, sendDue } from '../../testing/outbox.ts'
import { smtpServer } from '../../testing/smtp.ts'
import { SEND_MAIL } from '../../notices/mail/queue-mail.ts'
import { sendingJobs } from '../../notices/mail/sending.ts'
import { auditDigestMails } from './digest-mail.ts'
import { auditJobs } from './head.ts'

const office = await officeOfFile()
const startRunner = jobRunners()

async function noteHead() {
  // As the server does on PostgreSQL; on SQLite every commit has sealed its own.
  await TEST_SEALER.sealAll(office.db)
  const runner = startRunner(office, auditJobs(office.services))
  await office.db.write((tx) => office.queue.add(tx, { kind: 'note-audit-head', payload: null }))
  await expect
    .poll(() =>
      office.db.read.selectFrom('audit_log').select('details').where('action', '=', 'audit.head-noted').execute(),
    )
    .toHaveLength(1)
  await runner.stop()
  const { details } = await office.db.read
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'audit.head-noted')
    .executeTakeFirstOrThrow()
  return JSON.parse(details) as { entries: number; digest: string }
}

test('the daily digest goes to the address in the settings, with the number of entries', async () => {
  const smtp = await smtpServer()
  const server = { host: '127.0.0.1', port: smtp.port, security: 'none', sender: 'rfd@office.example' }
  await put(office.app, office.cleo, '/api/settings/email', { ...server, auditDigestTo: 'auditor@ministry.example' })
  const { entries, digest } = await noteHead()
  await sendDue(office, sendingJobs(office.services, auditDigestMails())[SEND_MAIL]!, office.clock())
  await smtp.close()
  expect(smtp.received).toMatchObject([{ to: ['auditor@ministry.example'] }])
  expect(smtp.received[0]?.source).toContain(`${entries} entries`)
  expect(smtp.received[0]?.source.replaceAll('=\r\n', '')).toContain(digest)
})

test('without an address nothing is queued', async () => {
  await put(office.app, office.cleo, '/api/settings/email', {
    host: '127.0.0.1',
    security: 'none',
    sender: 'rfd@office.example',
  })
  await noteHead()
  expect(await mailsOf(office.db)).toEqual([])
})
