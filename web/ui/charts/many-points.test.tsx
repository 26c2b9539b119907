import { act } from 'react'
import { expect, test } from 'vitest'
import { all, draw, focused, one, press, withDrawing } from '../../testing/drawing.tsx'
import { AgeChart } from './AgeChart.tsx'
import { AreaChart } from './AreaChart.tsx'
import { LineChart } from './LineChart.tsx'
import { ScatterChart } from './ScatterChart.tsx'

withDrawing()

const MANY = 100_000
const markOf = (index: number) => ({ name: `Mark ${index}`, title: '', lines: [] })

function Points({ of }: { of: number }) {
  const marks = Array.from({ length: of }, (_, index) => ({ day: index % 1000, value: (index * 7) % 90, count: 1 }))
  return (
    <ScatterChart
      label="Days"
      summary=""
      from="2024-01-01"
      days={1000}
      data={{ kind: 'points', marks }}
      lines={[]}
      slowFrom={80}
      markOf={markOf}
    />
  )
}

function Ages({ of }: { of: number }) {
  const strip = { title: 'Open', label: 'Ages', summary: '', bands: { p50: 20, p85: 60, p95: 80 }, markOf }
  return <AgeChart strips={[{ ...strip, values: Array.from({ length: of }, (_, index) => (index * 7) % 90) }]} />
}

function Areas({ of }: { of: number }) {
  const values = Array.from({ length: of }, (_, day) => day)
  const series = [{ name: 'open', values, colour: 'red', fill: 'plain' as const }]
  return <AreaChart label="Open" summary="" from="1750-01-01" series={series} format={String} markOf={markOf} />
}

function Line({ of }: { of: number }) {
  const points = Array.from({ length: of }, (_, index) => ({ label: `Mark ${index}`, value: index }))
  return <LineChart label="Open" summary="" series={[{ name: 'open', look: 'solid', points }]} />
}

const CHARTS = [
  ['points', Points],
  ['ages', Ages],
  ['areas', Areas],
  ['a line', Line],
] as const

test.each(CHARTS)(
  '%s: a hundred thousand points need no more elements than two hundred, and can be walked',
  (_name, Chart) => {
    draw(<Chart of={200} />)
    const few = all('*').length
    draw(<Chart of={MANY} />)
    expect(all('*').length).toBeLessThan(few + 20)
    expect(all('[data-mark]')).toHaveLength(1)
    act(() => one('[data-mark]').focus())
    expect(document.activeElement?.getAttribute('data-mark')).toBe(String(MANY - 1))
    press('Home')
    expect(document.activeElement?.getAttribute('data-mark')).toBe('0')
    expect(all('[data-mark]')).toHaveLength(1)
  },
)

test.each(CHARTS)('%s: none and one are drawn', (_name, Chart) => {
  draw(<Chart of={0} />)
  expect(all('[data-mark]')).toHaveLength(0)
  expect(document.body.innerHTML).not.toContain('NaN')
  draw(<Chart of={1} />)
  expect(document.body.innerHTML).not.toContain('NaN')
  act(() => one('[data-mark]').focus())
  const only = focused()
  for (const key of ['Home', 'ArrowRight', 'ArrowUp', 'PageDown', 'End']) {
    press(key)
    expect(focused()).toBe(only)
  }
})

test('a strip of ages keeps the focus when its figures change', () => {
  const strip = { label: 'Ages', summary: '', bands: null, markOf }
  draw(<AgeChart strips={[{ ...strip, title: 'Pending · 2', values: [1, 2] }]} />)
  act(() => one('[data-mark]').focus())
  const name = focused()
  draw(<AgeChart strips={[{ ...strip, title: 'Pending · 3', values: [2, 3] }]} />)
  expect(name).toMatch(/^Mark /)
  expect(focused()).toBe(name)
})
