import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { all, button, click, draw, drawn, one, withDrawing } from '../../testing/drawing.tsx'
import { ChartCard } from './ChartCard.tsx'

withDrawing()

test('the table twin links its rows, and a long one ends early and says so', () => {
  const rows = Array.from({ length: 250 }, (_, index) => ({
    cells: [`Row ${index}`, index],
    link: { to: `/${index}` },
  }))
  draw(
    <ChartCard name="Days" finding="They rise" data={{ head: ['Row', 'Days'], rows }}>
      <p>drawing</p>
    </ChartCard>,
  )
  expect(all('table')).toHaveLength(0)
  click('Show as table')
  expect(all('tbody tr')).toHaveLength(200)
  expect(one('tbody a').getAttribute('href')).toBe('/0')
  expect(drawn().textContent).toContain('The first 200 of 250 rows')
  expect(drawn().textContent).not.toContain('drawing')
  click('Show as chart')
  expect(drawn().textContent).toContain('drawing')
})

test('on paper there are both, the drawing and the first rows of its table', () => {
  const rows = Array.from({ length: 40 }, (_, index) => ({ cells: [`Row ${index}`, index] }))
  draw(
    <ChartCard name="Days" data={{ head: ['Row', 'Days'], rows }}>
      <p>drawing</p>
    </ChartCard>,
  )
  act(() => {
    window.dispatchEvent(new Event('beforeprint'))
  })
  expect(drawn().textContent).toContain('drawing')
  expect(all('tbody tr')).toHaveLength(6)
  expect(drawn().textContent).toContain('The first 6 of 40 rows')
  act(() => {
    window.dispatchEvent(new Event('afterprint'))
  })
  expect(all('table')).toHaveLength(0)
})

test('data is copied for a spreadsheet, all of it', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  const rows = Array.from({ length: 250 }, (_, index) => ({ cells: [`Row ${index}`, index] }))
  draw(
    <ChartCard name="Days" data={{ head: ['Row', 'Days'], rows }}>
      <p>drawing</p>
    </ChartCard>,
  )
  click('More about Days')
  await act(async () => button('Copy as data').click())
  expect(writeText.mock.calls[0]?.[0].split('\n')).toHaveLength(251)
  vi.unstubAllGlobals()
})

test('days are copied as spreadsheets understand them, and read as words', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve())
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  draw(
    <ChartCard name="Days" data={{ head: ['Day', 'Requests'], rows: [{ cells: ['2026-11-26', 3] }] }}>
      <p>drawing</p>
    </ChartCard>,
  )
  click('Show as table')
  expect(one('tbody th').textContent).toBe('26 Nov 2026')
  click('More about Days')
  await act(async () => button('Copy as data').click())
  expect(writeText).toHaveBeenCalledExactlyOnceWith('Day\tRequests\n2026-11-26\t3')
  vi.unstubAllGlobals()
})

test('a file of data has the name of its figures, where the chart groups them', () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    expect(this.download).toMatch(/^Arrived per day /)
  })
  draw(
    <ChartCard
      name="Arrived per week"
      dataName="Arrived per day"
      data={{ head: ['Day', 'Requests'], rows: [{ cells: ['2026-11-26', 3] }] }}
    >
      <p>drawing</p>
    </ChartCard>,
  )
  click('More about Arrived per week')
  click('Download as CSV')
  expect(saved).toHaveBeenCalledOnce()
  saved.mockRestore()
})
