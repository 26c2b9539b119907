import type { OpenOutlook } from '../../shared/outlook.ts'

/** A request waiting for review, with a likely end; for tests. */
export const OPEN: OpenOutlook = {
  kind: 'open',
  waitsFor: 'review',
  assignee: null,
  since: '2026-11-18',
  days: 2.4,
  basedOn: 'all',
  place: { at: 4, of: 37 },
  step: { basis: 'priority', count: 120, p50: 2.3, p85: 8.6, isBeyond95: false },
  published: '1-3 business days',
  finish: { count: 80, p15: '2026-12-04', p50: '2026-12-09', p85: '2026-12-19', byDue: 0.62 },
  dueDate: '2026-12-11',
  isOverdue: false,
}
const ALIKE = [
  { id: 'r9', requestId: 'RFD-2026-0301', title: 'Print the gate pass', days: 6.2, finishedOn: '2026-10-30' },
]
export const OUTLOOK = { ...OPEN, asOf: '2026-11-20T08:00:00.000Z', alike: ALIKE }
