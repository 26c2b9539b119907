import { setTimeout as pause } from 'node:timers/promises'
import type { RequestList } from '../shared/request-list.ts'
import { formatNumber } from '../shared/texts/formats.ts'
import { attachLongPdf } from './measure-preview.ts'
import { measureSearch } from './measure-reads.ts'
import type { Office } from './office.ts'
import { atMost, ms, type Row } from './report.ts'

const SEARCHABLE_BUDGET_MS = 20_000
/** A text that occurs only on the last page of the long PDF. */
const LAST_LINE = '/api/requests?limit=1&search=300.36'

/** Search in an office with documents, and how soon a new document is found. */
export async function measureDocumentSearch(office: Office, requests: number, documents: number): Promise<Row[]> {
  const rows = await measureSearch(office, requests, ` with ${formatNumber(documents)} documents of 5 kB`)
  const took = await untilFound(office)
  const what = 'A PDF of 300 pages: from its first byte sent until its last page is found'
  return [...rows, atMost(what, took, SEARCHABLE_BUDGET_MS, ms)]
}

async function untilFound(office: Office): Promise<number> {
  const began = performance.now()
  await attachLongPdf(office)
  for (;;) {
    const took = performance.now() - began
    const { requests } = await office.get<RequestList>(LAST_LINE)
    if (requests[0]?.passage?.document?.page === 300) return took
    if (took > 3 * SEARCHABLE_BUDGET_MS) return took
    await pause(50)
  }
}
