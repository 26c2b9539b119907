import { expect, test } from 'vitest'
import type { Export } from '../../shared/exports/exports.ts'
import { answers, page, show, withTestServer } from '../testing/request-screens.tsx'
import { Exports } from './Exports.tsx'

withTestServer()

const EXPORT: Export = {
  id: 'e1',
  format: 'csv',
  fileName: 'Requests 2026-11-22 14.20.csv',
  state: 'retrying',
  createdAt: '2026-11-22T14:20:00.000Z',
  expiresAt: '2026-11-29T14:20:00.000Z',
  rows: 200,
  total: 1000,
  size: null,
  checksum: null,
  note: 'The file could not be written.',
  retryAt: '2026-11-22T14:32:10.000Z',
}

test('an export that is tried again says so and when, one that was given up only why', async () => {
  const exports = [EXPORT, { ...EXPORT, id: 'e2', state: 'failed', note: 'Please make a new one.', retryAt: null }]
  answers['GET /api/exports'] = () => Response.json({ exports })
  await show('/reports', <Exports />)
  expect(page()).toContain('The file could not be written. It is tried again at 14:32.')
  expect(page()).toContain('Failed. Please make a new one.')
})
