import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { dialogClosed, ignoreSecondPresses } from './second-presses.ts'

const row = document.createElement('button')
document.body.append(row)
const presses = vi.fn()
row.addEventListener('click', presses)
row.addEventListener('keydown', presses)

beforeAll(ignoreSecondPresses)
beforeEach(() => {
  strike('Escape')
  dialogClosed()
  presses.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
})

function click(clientX: number): void {
  for (const type of ['pointerdown', 'pointerup'])
    row.dispatchEvent(new PointerEvent(type, { clientX, bubbles: true, cancelable: true }))
  row.dispatchEvent(new MouseEvent('click', { clientX, bubbles: true, cancelable: true }))
}
function strike(key: string, repeat = false): void {
  row.dispatchEvent(new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true }))
  if (!repeat) row.dispatchEvent(new KeyboardEvent('keyup', { key, bubbles: true }))
}

test('the second click of a double click does not reach what a closed dialog uncovered', () => {
  click(100)
  dialogClosed()
  click(104)
  expect(presses).toHaveBeenCalledTimes(1)
})

test('a click elsewhere or later does', () => {
  vi.useFakeTimers()
  click(100)
  dialogClosed()
  click(300)
  expect(presses).toHaveBeenCalledTimes(2)
  click(100)
  dialogClosed()
  vi.advanceTimersByTime(500)
  click(100)
  expect(presses).toHaveBeenCalledTimes(4)
})

test('the same key after another one is meant', () => {
  strike('Enter')
  dialogClosed()
  strike('Tab')
  strike('Enter')
  expect(presses).toHaveBeenCalledTimes(3)
})

test('the same key, pressed again or held, does not reopen the dialog that it closed', () => {
  strike('Enter')
  dialogClosed()
  strike('Enter')
  expect(presses).toHaveBeenCalledTimes(1)
  dialogClosed()
  row.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true }))
  strike('Enter', true)
  expect(presses).toHaveBeenCalledTimes(1)
  strike('ArrowDown')
  expect(presses).toHaveBeenCalledTimes(2)
})

test('a click from code after an ignored one is not ignored', () => {
  click(100)
  dialogClosed()
  click(100)
  row.click()
  expect(presses).toHaveBeenCalledTimes(2)
})
