import { expect, test } from 'vitest'
import type { AuditHead } from '../../shared/audit.ts'
import { answers, page, show, withTestServer } from '../testing/request-screens.tsx'
import { HeadCard } from './HeadCard.tsx'
import { LogDamage } from './LogDamage.tsx'

withTestServer()

const at = '2026-03-10T09:00:00.000Z'
const HEAD: AuditHead = { now: { entries: 7, digest: 'ab'.repeat(32), at }, noted: [], state: 'intact', found: null }

test('what is wrong with the log stands above it, with what to do', async () => {
  const damage = { damage: 'note-missing', brokenAt: 7, foundAt: at }
  answers['GET /api/audit/head'] = () => Response.json({ ...HEAD, state: 'damaged', found: damage })
  await show(
    '/audit',
    <>
      <LogDamage />
      <HeadCard />
    </>,
  )
  expect(page()).toContain('the note of the newest one beside the database is missing.')
  expect(page()).toContain('from entry 7 on')
  expect(page()).toContain('npm run audit:verify -- --accept')
})

test('an intact log has nothing to say but its digest', async () => {
  answers['GET /api/audit/head'] = () => Response.json(HEAD)
  await show(
    '/audit',
    <>
      <LogDamage />
      <HeadCard />
    </>,
  )
  expect(page()).toContain('Intact')
  expect(page()).not.toContain('--accept')
})
