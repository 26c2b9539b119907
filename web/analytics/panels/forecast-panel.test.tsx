import { onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { Forecast } from '../../../shared/analytics/forecast.ts'
import { all, click, draw, drawn, one, withDrawing } from '../../testing/drawing.tsx'
import { type } from '../../testing/render.ts'
import { rowsTo } from '../api.ts'
import { ForecastPanel } from './ForecastPanel.tsx'

const FORECAST: Extract<Forecast, { kind: 'forecast' }> = {
  kind: 'forecast',
  asOf: '2026-11-04T10:00:00Z',
  runs: 10_000,
  sample: { from: '2026-08-12', to: '2026-11-03', closed: 400 },
  count: 101,
  done: { p50: '2026-12-10', p70: '2026-12-11', p85: '2026-12-13', p95: '2027-01-02' },
  histogram: { first: '2026-12-10', daysWide: 1, share: [0.5, 0.2, 0.1, 0.2] },
  by: '2026-12-02',
  doneBy: { p50: 90, p70: 85, p85: 80, p95: 70 },
  backTest: {
    forecasts: 26,
    covered: { p50: 14, p70: 19, p85: 22, p95: 25 },
    points: [{ day: '2026-09-01', p50: 90, p85: 80, p95: 70, actual: 75 }],
  },
  rows: '/api/analytics/rows?mark=open',
}

let paths: string[]
let answer: Forecast | Promise<Forecast> | null

withDrawing()
beforeEach(() => {
  paths = []
  answer = FORECAST
})

async function settle() {
  await act(async () => {
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve, 5))
  })
}
async function show(part: ReactNode, address = '/analytics') {
  const queryFn = ({ queryKey }: { queryKey: readonly unknown[] }) => {
    paths.push(queryKey.join('/'))
    if (answer === null) throw new Error('500: The server could not answer')
    return answer
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, queryFn } } })
  draw(<QueryClientProvider client={client}>{part}</QueryClientProvider>, address)
  await settle()
}
const titles = () => all('h2').map((title) => title.textContent)
const cells = () => all('tbody tr').map((row) => [...row.children].map((cell) => cell.textContent))
const countField = () => one('input[inputmode="numeric"]') as HTMLInputElement
async function shows(words: string) {
  for (let turn = 0; turn < 200 && !drawn().textContent?.includes(words); turn++) await settle()
  expect(drawn().textContent).toContain(words)
}

test('the forecast says by when all are likely finished, and how its own past has fared', async () => {
  await show(<ForecastPanel filters="department=it" rowsTo={rowsTo} />)
  expect(paths).toEqual(['/api/analytics/forecast?department=it'])
  expect(titles()).toEqual(['All 101 open requests are likely finished by 13 December'])
  expect(drawn().textContent).toContain('50% by 10 Dec 2026, 85% by 13 Dec 2026, 95% by 2 Jan 2027')
  expect(drawn().textContent).toContain('By 2 Dec 2026 at least 80 requests with 85% certainty')
  expect(drawn().textContent).toContain('what was said with 85% came true in 22 of 26 forecasts, with 50% in 14')
  expect(cells()).toEqual([['1 Sep 2026', '90', '80', '70', '75 below 85%']])
  click('More about Forecast')
  click('Show as table')
  expect(cells().slice(0, 4).at(-1)).toEqual(['13 Dec 2026', '20', '100'])
})

test('a forecast of what was asked before turns pale when the next one is long in coming', async () => {
  await show(<ForecastPanel filters="" rowsTo={rowsTo} />)
  expect(one('figure').className).not.toContain('isPale')
  answer = new Promise(() => {})
  act(() => type(countField(), '7'))
  for (let turn = 0; turn < 200 && !one('figure').className.includes('isPale'); turn++) await settle()
  expect(one('figure').getAttribute('aria-busy')).toBe('true')
  expect(one('figure').className).toContain('isPale')
})

test('another number of requests is queried once it is valid', async () => {
  await show(<ForecastPanel filters="" rowsTo={rowsTo} />)
  const field = countField()
  expect(field.value).toBe('101')
  type(field, '0')
  expect(drawn().textContent).toContain('A whole number from 1 to 100,000')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  answer = { ...FORECAST, count: 20 }
  type(field, '20')
  for (let turn = 0; turn < 200 && paths.length < 2; turn++) await settle()
  await settle()
  expect(titles()).toEqual(['20 requests are likely finished by 13 December'])
  expect(paths).toEqual(['/api/analytics/forecast', '/api/analytics/forecast?count=20'])
})

test('a forecast that fails leaves its fields, and the focus in them', async () => {
  await show(<ForecastPanel filters="" rowsTo={rowsTo} />)
  const field = countField()
  act(() => field.focus())
  answer = null
  type(field, '20')
  await shows('Failed to fetch the forecast')
  expect(document.activeElement).toBe(field)
  expect(drawn().querySelector('input[type="date"]')).not.toBeNull()
  expect(drawn().textContent).not.toContain('are likely finished')
  answer = { ...FORECAST, count: 30 }
  type(field, '30')
  await shows('30 requests are likely finished by 13 December')
})

test('offline a forecast of other filters does not stand in, and the missing one is reported', async () => {
  await show(<ForecastPanel filters="" rowsTo={rowsTo} />)
  onlineManager.setOnline(false)
  type(countField(), '20')
  await shows('This forecast was not loaded before you went offline')
  answer = { ...FORECAST, count: 20 }
  onlineManager.setOnline(true)
  await shows('20 requests are likely finished')
})

test.each([
  ['count=20&by=2999-01-01', '/api/analytics/forecast?count=20&by=2999-01-01'],
  ['count=none&by=2020-01-01', '/api/analytics/forecast'],
])('of the address %s the forecast is asked %s', async (query, call) => {
  await show(<ForecastPanel filters="" rowsTo={rowsTo} />, `/analytics?${query}`)
  expect(paths).toEqual([call])
})

test('below the minimum of data nothing is forecast, and the words say what there is', async () => {
  answer = { kind: 'too-little', asOf: FORECAST.asOf, days: 9, closed: 3, needs: { days: 28, closed: 30 } }
  await show(<ForecastPanel filters="" rowsTo={rowsTo} />)
  expect(titles()).toEqual(['There is too little history for a forecast'])
  expect(drawn().textContent).toContain(
    'A forecast needs 28 days of history and 30 requests closed in the last twelve weeks. So far there are 9 days and 3 requests.',
  )
  expect(drawn().querySelector('[data-mark]')).toBeNull()
  click('More about Forecast')
  expect(document.body.textContent).toContain('as many requests as a random day of the last twelve weeks did')
})
