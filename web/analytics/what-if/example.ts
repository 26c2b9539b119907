import type { WhatIfFigures } from './findings.ts'

const backlog = (p50: number) => [
  { day: '2026-12-20', p15: p50 - 2, p50, p85: p50 + 3 },
  { day: '2027-02-14', p15: p50, p50, p85: p50 },
]

/** Ten days won, and one request that pays for it; for tests. */
export const WHAT_IF: WhatIfFigures = {
  kind: 'what-if',
  asOf: '2026-11-22T09:14:00.000Z',
  runs: 500,
  sample: { from: '2026-08-31', to: '2026-11-21', closed: 120, arrived: 130, people: 4 },
  open: 12,
  now: { done: { p50: '2026-12-08', p85: '2026-12-13' }, backlog: backlog(14), cycle: null },
  changed: { done: { p50: '2026-12-01', p85: '2026-12-03' }, backlog: backlog(6), cycle: null },
  later: {
    count: 1,
    of: 12,
    requests: [
      {
        number: 42,
        requestId: 'RFD-2026-0042',
        dueDate: '2026-12-01',
        now: '2026-11-30',
        changed: '2026-12-04',
        later: 0.9,
        late: { now: 0.2, changed: 0.7 },
      },
    ],
  },
  pulled: null,
}
