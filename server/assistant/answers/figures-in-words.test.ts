import { expect, test } from 'vitest'
import type { QueryFilter } from '../../../shared/assistant/query.ts'
import { countSeries } from './count-series.ts'
import type { QueryContext } from './query-context.ts'
import { flowSides } from './side-flows.ts'

/** Figures of a large office: inserting thousands of requests would take a minute. */
function largeOffice(query: QueryContext['query']): QueryContext {
  const figures = {
    viewer: { today: '2026-03-18' },
    count: async () => 1234,
    series: async (_: QueryFilter, __: string, times: readonly object[]) =>
      times.map(() => ({ count: 1234, days: null })),
  }
  // The answers use only these.
  return { query, figures, nameOf: (id: string) => id } as unknown as QueryContext
}

test('every number of a series has separators', async () => {
  const filter = { createdFrom: '2026-01-01', createdTo: '2026-02-28' }
  const { text } = await countSeries(largeOffice({ measure: 'count', filter, group: 'month' }), 'month')
  expect(text).toBe(
    '2,468 requests were created in these 2 months. January 2026 and February 2026 have the most: 1,234 each.',
  )
})

test('so has every number of a comparison with a period that is not over', async () => {
  const sides = [
    { createdFrom: '2026-03-01', createdTo: '2026-03-31' },
    { createdFrom: '2026-02-01', createdTo: '2026-02-28' },
  ]
  const { text } = await flowSides(largeOffice({ measure: 'flow', filter: {}, compare: sides }), sides)
  expect(text).toContain('in the first 18 days of February 2026 it was 1,234 and 1,234.')
})

test('of many months with the same figure the others are counted', async () => {
  const seriesOf = async (createdTo: string) => {
    const filter = { createdFrom: '2025-01-01', createdTo }
    return (await countSeries(largeOffice({ measure: 'count', filter, group: 'month' }), 'month')).text
  }
  expect(await seriesOf('2025-06-30')).toContain(
    ' January 2025, February 2025, March 2025 and 3 others have the most: 1,234 each.',
  )
  expect(await seriesOf('2025-04-30')).toContain(
    ' January 2025, February 2025, March 2025 and April 2025 have the most',
  )
})
