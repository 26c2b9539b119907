import { act } from 'react'
import { expect, test } from 'vitest'
import { all, draw, one, press, withDrawing } from '../testing/drawing.tsx'
import { BarList } from './BarList.tsx'
import { MirroredBars } from './MirroredBars.tsx'
import { StackedBar } from './StackedBar.tsx'

withDrawing()

test('a list of bars is walked by arrows, and an empty one draws nothing', () => {
  // Two may have the same name.
  const rows = ['North', 'South', 'South'].map((label, index) => ({ label, value: index, to: `/${label}${index}` }))
  draw(<BarList label="Offices" rows={rows} />)
  expect(all('[tabindex="0"]')).toHaveLength(1)
  act(() => one('a').focus())
  press('ArrowDown')
  expect(document.activeElement?.getAttribute('href')).toBe('/South1')
  press('End')
  expect(document.activeElement?.getAttribute('href')).toBe('/South2')
  draw(<BarList label="Offices" rows={[]} />)
  expect(all('li')).toHaveLength(0)
})

const week = { name: 'Week', tick: '16 Nov', up: 3, down: 2, upTo: '/up', downTo: '/down', running: false }
const total = (name: string) => ({ name, total: 3 })
test.each([
  ['list', () => <BarList label="Offices" rows={[{ label: 'North', value: 2, to: '/north' }]} />],
  ['mirrored', () => <MirroredBars label="Weeks" columns={[week]} up={total('Arrived')} down={total('Closed')} />],
  ['stacked', () => <StackedBar label="Time" parts={[{ key: 'a', label: 'A', count: 1, colour: 'red', to: '/a' }]} />],
] as const)('Alt and an arrow or Home are left to the browser: %s', (_, bars) => {
  draw(bars())
  act(() => one('a').focus())
  const isTaken = (key: string, altKey: boolean) => {
    const event = new KeyboardEvent('keydown', { key, altKey, bubbles: true, cancelable: true })
    act(() => void document.activeElement?.dispatchEvent(event))
    return event.defaultPrevented
  }
  for (const key of ['ArrowLeft', 'ArrowUp', 'Home']) expect(isTaken(key, true)).toBe(false)
  expect(isTaken('Home', false)).toBe(true)
})
