import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { expect, test } from 'vitest'
import { JOB_KINDS } from '../shared/job-kinds.ts'
import { deletedBefore, keptUntil, RETENTION } from '../shared/retention.ts'

const DOCUMENT = join(import.meta.dirname, '../docs/retention.md')
const rows = Object.values(RETENTION)

test('the document lists what is deleted by itself', async () => {
  const inWords = (days: number) => {
    if (days === 0) return 'not at all'
    if (days < 1) return 'an hour'
    return days === 1 ? 'a day' : `${days} days`
  }
  const text = `# What is deleted by itself

Written by \`tests/retention.test.ts\` from the table in \`shared/retention.ts\`, which the jobs, services and screens read. Requests,
their comments and history, and the audit log stay for good; Settings, Backup says how long backups stay. Names in code style are
background jobs.

| What | Is kept | After | Why | Deleted by |
| --- | --- | --- | --- | --- |
${rows.map(({ what, days, from, why, by }) => `| ${what} | ${inWords(days)} | ${from} | ${why} | ${by} |`).join('\n')}
`
  const config = await resolveConfig(DOCUMENT)
  await expect(await format(text, { ...config, parser: 'markdown' })).toMatchFileSnapshot(DOCUMENT)
})

test('the jobs that delete are jobs of the office', () => {
  const jobs = rows.flatMap(({ by }) => by.match(/(?<=`)[^`]+(?=`)/g) ?? [])
  expect(jobs.length).toBeGreaterThan(0)
  for (const job of jobs) expect(JOB_KINDS).toHaveProperty([job])
})

test('an age is counted back from now, an expiry on from the beginning', () => {
  const at = new Date('2026-03-10T09:00:00.000Z')
  expect(deletedBefore('exports', at)).toBe('2026-03-03T09:00:00.000Z')
  expect(keptUntil('exports', at)).toBe('2026-03-17T09:00:00.000Z')
  expect(deletedBefore('signInFailures', at)).toBe('2026-03-10T08:00:00.000Z')
})
