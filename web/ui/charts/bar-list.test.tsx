import { act } from 'react'
import { expect, test } from 'vitest'
import { all, draw, one, withDrawing } from '../../testing/drawing.tsx'
import { BarList } from './BarList.tsx'
import { MirroredBars } from './MirroredBars.tsx'
import { StackedBar } from './StackedBar.tsx'

withDrawing()

test('a list of bars promises no keys, as none of them can be focused, and an empty one draws nothing', () => {
  // Two may have the same name.
  const rows = ['North', 'South', 'South'].map((label, index) => ({ label, value: index }))
  draw(<BarList label="Offices" rows={rows} />)
  expect(one('ul').getAttribute('aria-label')).toBe('Offices')
  expect(all('li').map(({ textContent }) => textContent)).toEqual(['North0', 'South1', 'South2'])
  draw(<BarList label="Offices" rows={[]} />)
  expect(all('li')).toHaveLength(0)
})

const week = { name: 'Week', tick: '16 Nov', up: 3, down: 2, upTo: '/up', downTo: '/down', running: false }
const total = (name: string) => ({ name, total: 3 })
test.each([
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
