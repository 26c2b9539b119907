import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from '../testing/render.ts'
import { Toaster } from './Toaster.tsx'
import { currentToasts, dismissToast, toast } from './toast.ts'
import { isInToasts, moveToastsInto, toastContainer } from './toast-container.ts'

const shown = () => [...document.querySelectorAll('.toast b')].map((title) => title.textContent)
function raise(title: string) {
  act(() => {
    toast({ title })
  })
}
function wait(ms: number) {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}
function fire(target: EventTarget | null, event: Event) {
  act(() => {
    target?.dispatchEvent(event)
  })
}
let away = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  away = render(<Toaster />)
})
afterEach(() => {
  act(() => {
    for (const { id } of currentToasts()) dismissToast(id)
  })
  act(() => {
    vi.runAllTimers()
  })
  away()
  vi.useRealTimers()
})

test('at most three are shown, newest first', () => {
  for (const title of ['one', 'two', 'three', 'four']) raise(title)
  expect(shown()).toEqual(['four', 'three', 'two'])
})

test('a toast disappears after five seconds and is removed five seconds later', () => {
  raise('saved')
  wait(4999)
  expect(shown()).toEqual(['saved'])
  wait(1)
  expect(shown()).toEqual([])
  expect(currentToasts()).toHaveLength(1)
  wait(5000)
  expect(currentToasts()).toHaveLength(0)
})

test('hovering the toasts pauses their timers', () => {
  raise('read me')
  wait(4000)
  const list = document.querySelector('.toasts')
  fire(list, new PointerEvent('pointerover', { bubbles: true }))
  wait(60_000)
  expect(shown()).toEqual(['read me'])
  fire(list, new PointerEvent('pointerout', { bubbles: true }))
  wait(1000)
  expect(shown()).toEqual([])
})

test('F8 moves the focus to the toasts', () => {
  raise('here')
  fire(document, new KeyboardEvent('keydown', { key: 'F8' }))
  expect(document.activeElement?.className).toBe('toasts')
})

function swipe(by: number) {
  const item = document.querySelector('.toast .hit') as HTMLElement
  Element.prototype.setPointerCapture = () => {}
  const move = (type: string, clientX: number) =>
    fire(item, new PointerEvent(type, { bubbles: true, clientX, button: 0, pointerId: 1 }))
  move('pointerdown', 100)
  move('pointermove', 100 + by)
  move('pointerup', 100 + by)
}

test('a swipe of 50 pixels dismisses, a shorter one does not', () => {
  raise('swipe me')
  swipe(49)
  expect(shown()).toEqual(['swipe me'])
  swipe(50)
  expect(shown()).toEqual([])
})

test('a toast is announced from a live region outside of any dialog', () => {
  act(() => {
    toast({ title: 'Request Updated', description: 'All is well.' })
  })
  const region = document.querySelector('body > [aria-live]')
  expect(region?.textContent).toBe('Request Updated. All is well.')
})

test('while a dialog is open the toasts live inside it, and afterwards at the end of the page', () => {
  raise('seen in the dialog')
  const dialog = document.body.appendChild(document.createElement('div'))
  const moveOut = moveToastsInto(dialog)
  expect(dialog.textContent).toContain('seen in the dialog')
  expect(isInToasts(dialog.querySelector('.toast'))).toBe(true)
  moveOut()
  dialog.remove()
  expect(toastContainer().parentElement).toBe(document.body)
  expect(shown()).toEqual(['seen in the dialog'])
})
