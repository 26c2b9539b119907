import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { all, draw, drawn, focused, one, press, withDrawing } from '../../testing/drawing.tsx'
import { AgeChart } from './AgeChart.tsx'
import { AreaChart } from './AreaChart.tsx'
import { HistogramChart } from './HistogramChart.tsx'
import { LineChart } from './LineChart.tsx'
import { textWidth } from './plot.ts'
import { ScatterChart } from './ScatterChart.tsx'

withDrawing()

const DAYS = 100
function Scatter({ points, onBrush = () => {} }: { points: number; onBrush?: (from: string, to: string) => void }) {
  const marks = Array.from({ length: points }, (_, index) => ({ day: index % DAYS, value: (index * 7) % 60, count: 1 }))
  return (
    <ScatterChart
      label="Days taken"
      summary="Half took 30 days."
      from="2026-01-01"
      days={DAYS}
      data={{ kind: 'points', marks }}
      lines={[{ share: 50, value: 30, label: '30 days' }]}
      slowFrom={55}
      markOf={(index) => ({ name: `Point ${index}`, title: `Point ${index}`, lines: [], link: { to: `/${index}` } })}
      onBrush={onBrush}
    />
  )
}

test('the number of elements does not grow with the number of points', () => {
  draw(<Scatter points={30} />)
  const few = all('*').length
  draw(<Scatter points={3000} />)
  expect(all('*').length).toBeLessThan(few + 10)
  expect(one('path').getAttribute('d')?.match(/M/g)?.length).toBeGreaterThan(2000)
})

test('cells are drawn as one path per shade, however many requests they hold, and each cell can be walked to', () => {
  const marks = Array.from({ length: 2400 }, (_, index) => ({
    day: (index % 60) * 2,
    value: Math.floor(index / 60),
    count: index,
  }))
  draw(
    <ScatterChart
      label="Days taken"
      summary=""
      from="2026-01-01"
      days={120}
      data={{ kind: 'density', daysWide: 2, high: 1, marks }}
      lines={[]}
      slowFrom={38}
      markOf={(index) => ({ name: `Cell of ${marks[index]?.count}`, title: '', lines: [] })}
    />,
  )
  expect(all('path')).toHaveLength(6)
  act(() => one('[data-mark]').focus())
  press('Home')
  expect(focused()).toBe('Cell of 0')
})

test('a chart is one stop for the Tab key, walked by arrows, and its marks open their rows', () => {
  draw(<Scatter points={300} />)
  const stops = all('[tabindex="0"]')
  expect(stops).toHaveLength(1)
  act(() => stops[0]?.focus())
  press('Home')
  expect(focused()).toBe('Point 0')
  press('ArrowRight')
  expect(focused()).not.toBe('Point 0')
  expect(document.activeElement?.getAttribute('href')).toMatch(/^\/\d+$/)
  expect(all('[tabindex="0"]')).toHaveLength(1)
})

test('a chart has a text alternative: a summary, and the name of the group with its keys', () => {
  draw(<Scatter points={3} />)
  expect(one('p').textContent).toBe('Half took 30 days.')
  expect(one('[role="group"]').getAttribute('aria-label')).toBe(
    'Days taken. Arrow keys move between marks, with Shift they select a period.',
  )
  expect(one('svg').getAttribute('aria-hidden')).toBe('true')
})

test('Shift and arrows select a period, Escape removes it, Enter zooms to it', () => {
  const onBrush = vi.fn()
  draw(<Scatter points={DAYS} onBrush={onBrush} />)
  act(() => one('[data-mark]').focus())
  press('Home')
  press('ArrowRight', { shiftKey: true })
  press('ArrowRight', { shiftKey: true })
  expect(one('[role="status"]').textContent).toMatch(/^1 January 2026 to 3 January 2026 selected\./)
  press('Escape')
  expect(one('[role="status"]').textContent).toBe('')
  press('Enter')
  expect(onBrush).not.toHaveBeenCalled()
  press('End')
  press('ArrowLeft', { shiftKey: true })
  press('Enter')
  expect(onBrush).toHaveBeenCalledExactlyOnceWith('2026-04-09', '2026-04-10')
})

test('a zoomed chart keeps the focus and goes back to the period before with Escape', () => {
  const onBrush = vi.fn()
  const chart = (from: string, days: number) => <LineOfDays from={from} days={days} onBrush={onBrush} />
  draw(chart('2026-01-01', 31))
  act(() => one('[data-mark]').focus())
  press('ArrowLeft', { shiftKey: true })
  press('Enter')
  expect(onBrush).toHaveBeenLastCalledWith('2026-01-30', '2026-01-31')
  draw(chart('2026-01-30', 2))
  expect(focused()).toBe('Day 1')
  press('Escape')
  press('Escape')
  expect(onBrush).toHaveBeenLastCalledWith('2026-01-01', '2026-01-31')
})

test('the two texts above a narrow strip of ages do not touch', () => {
  const clientWidth = vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(225)
  const strip = {
    title: 'In Progress · 37',
    label: 'Age',
    summary: '',
    values: [10, 900, 901, 902],
    bands: { p50: 10, p85: 30, p95: 40 },
    markOf: () => ({ name: '', title: '', lines: [] }),
  }
  draw(<AgeChart strips={[strip]} />)
  const [title, beyond] = all('svg text').filter((text) => text.getAttribute('y') === '12')
  expect(beyond?.textContent).toMatch(/^3 above \d+$/)
  const end = Number(title?.getAttribute('x')) + textWidth(strip.title)
  expect(Number(beyond?.getAttribute('x')) - textWidth(beyond?.textContent ?? '')).toBeGreaterThan(end)
  clientWidth.mockRestore()
})

function LineOfDays(props: { from: string; days: number; onBrush: (from: string, to: string) => void }) {
  const values = Array.from({ length: props.days }, (_, day) => day)
  return (
    <AreaChart
      label="Open"
      summary=""
      from={props.from}
      series={[{ name: 'open', values, colour: 'red', fill: 'plain' }]}
      format={String}
      markOf={(day) => ({ name: `Day ${day}`, title: '', lines: [] })}
      onBrush={props.onBrush}
    />
  )
}

test('areas whose axis begins above zero say so', () => {
  const over = (values: number[]) => {
    draw(
      <AreaChart
        label="Open"
        summary=""
        from="2026-01-01"
        series={[{ name: 'closed', values, colour: 'red', fill: 'pale' }]}
        format={String}
        markOf={(day) => ({ name: `Day ${day}`, title: '', lines: [] })}
      />,
    )
    return document.body.textContent
  }
  expect(over([330, 489])).toContain('from 300, not from 0')
  expect(over([3, 489])).not.toContain('not from 0')
})

test('the tooltip of a mark goes with Escape and comes back with the next one', () => {
  draw(<Scatter points={10} />)
  act(() => one('[data-mark]').focus())
  expect(all('[data-tip]')).toHaveLength(1)
  press('Escape')
  expect(all('[data-tip]')).toHaveLength(0)
  press('ArrowLeft')
  expect(all('[data-tip]')).toHaveLength(1)
})

test('bars of a forecast get paler after each line and say their share', () => {
  draw(
    <HistogramChart
      label="When"
      summary=""
      first="2026-12-01"
      daysWide={1}
      shares={[0.5, 0.35, 0.1, 0.05]}
      lines={[
        { share: 50, date: '2026-12-01', label: '1 Dec' },
        { share: 85, date: '2026-12-02', label: '2 Dec' },
        { share: 95, date: '2026-12-03', label: '3 Dec' },
      ]}
      markOf={(index) => ({ name: `Bar ${index}`, title: '', lines: [] })}
    />,
  )
  expect(all('rect').map((bar) => Number(bar.getAttribute('fill-opacity')))).toEqual([1, 0.66, 0.4, 0.22])
  act(() => one('[data-mark]').focus())
  press('ArrowLeft')
  expect(focused()).toBe('Bar 2')
})

test('a line has a gap where a value is missing, and one value alone is drawn', () => {
  const point = (label: string, value: number | null) => ({ label, value })
  draw(
    <LineChart
      label="Kept"
      summary=""
      series={[{ name: 'kept', look: 'solid', points: [point('Jan', 1), point('Feb', null), point('Mar', 3)] }]}
    />,
  )
  expect(one('path').getAttribute('d')?.match(/M/g)).toHaveLength(2)
  act(() => one('[data-mark]').focus())
  expect(focused()).toBe('Mar, kept: 3')
  press('ArrowLeft')
  expect(focused()).toBe('Jan, kept: 1')
  draw(<LineChart label="Kept" summary="" series={[{ name: 'kept', look: 'solid', points: [point('Jan', 1)] }]} />)
  expect(one('path').getAttribute('d')).not.toContain('NaN')
})

test('the labels under a line never touch, the first and the last neither, which stand inside the plot', () => {
  for (let days = 2; days <= 62; days++) {
    const points = Array.from({ length: days }, (_, day) => ({ label: `${(day % 31) + 1} Oct 2026`, value: day }))
    draw(<LineChart label="Open" summary="" series={[{ name: 'open', look: 'solid', points }]} />)
    const shown = all('svg text').filter((text) => text.textContent?.endsWith('2026'))
    const spans = shown.map((text) => {
      const width = textWidth(text.textContent)
      const share = { start: 0, middle: 0.5, end: 1 }[text.getAttribute('text-anchor') as 'start']
      const left = Number(text.getAttribute('x')) - share * width
      return [left, left + width] as const
    })
    spans.slice(1).forEach(([left], at) => expect(left).toBeGreaterThanOrEqual(spans[at]![1]))
    expect(spans.length).toBeGreaterThan(1)
  }
})

test('no chart needs a figure to be drawn', () => {
  draw(
    <>
      <Scatter points={0} />
      <LineOfDays from="2026-01-01" days={0} onBrush={() => {}} />
      <LineChart label="Nothing" summary="" series={[]} />
      <HistogramChart
        label="Nothing"
        summary=""
        first="2026-01-01"
        daysWide={1}
        shares={[]}
        lines={[]}
        markOf={() => ({ name: '', title: '', lines: [] })}
      />
    </>,
  )
  expect(drawn().innerHTML).not.toContain('NaN')
  expect(all('[data-mark]')).toHaveLength(0)
})
