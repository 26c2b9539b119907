import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { click, draw, drawn, one, press, withDrawing } from '../../testing/drawing.tsx'
import { AreaChart } from './AreaChart.tsx'

withDrawing()

const [onBrush, onOpen] = [vi.fn(), vi.fn()]
beforeEach(() => {
  onBrush.mockClear()
  onOpen.mockClear()
})

/** Draws a chart of some days and focuses its last one. */
function show(from: string, days: number): void {
  draw(
    <AreaChart
      label="Open"
      summary=""
      from={from}
      series={[{ name: 'open', values: Array<number>(days).fill(1), colour: 'red', fill: 'plain' }]}
      format={String}
      markOf={(day) => ({ name: `Day ${day}`, title: '', lines: [], link: { to: `/${day}`, onClick: onOpen } })}
      onBrush={onBrush}
    />,
  )
  act(() => one('[data-mark][tabindex="0"]').focus())
}
function zoomToLast(days: number): void {
  press('End')
  for (let day = 1; day < days; day++) press('ArrowLeft', { shiftKey: true })
  press('Enter')
}
const canZoomOut = () => drawn().textContent.includes('Zoom out')

test('the way back from a zoom ends when another period is chosen', () => {
  show('2026-01-01', 31)
  zoomToLast(2)
  expect(onBrush).toHaveBeenLastCalledWith('2026-01-30', '2026-01-31')
  show('2026-01-30', 2)
  expect(canZoomOut()).toBe(true)
  show('2026-03-01', 31)
  expect(canZoomOut()).toBe(false)
  zoomToLast(2)
  show('2026-03-30', 2)
  click('Zoom out')
  expect(onBrush).toHaveBeenLastCalledWith('2026-03-01', '2026-03-31')
})

test('zooming in twice leads back to the first period', () => {
  show('2026-01-01', 31)
  zoomToLast(5)
  show('2026-01-27', 5)
  zoomToLast(2)
  show('2026-01-30', 2)
  click('Zoom out')
  expect(onBrush).toHaveBeenLastCalledWith('2026-01-01', '2026-01-31')
})

test('the click that ends a drag opens nothing, Enter on a mark after it does', () => {
  show('2026-01-01', 31)
  const layer = one('[data-brush]')
  layer.setPointerCapture = () => {}
  const pointer = (type: string, clientX: number) =>
    act(() => void layer.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX, button: 0, pointerId: 1 })))
  pointer('pointerdown', 100)
  pointer('pointermove', 200)
  pointer('pointerup', 200)
  expect(onBrush).toHaveBeenCalledOnce()
  const clickMark = (detail: number) =>
    act(() => void one('a').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, detail })))
  clickMark(1)
  expect(onOpen).not.toHaveBeenCalled()
  clickMark(0)
  expect(onOpen).toHaveBeenCalledOnce()
})
