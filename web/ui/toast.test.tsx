import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from '../testing/render.ts'
import { Toaster } from './Toaster.tsx'
import { currentToasts, dismissToast, toast } from './toast.ts'
import { moveToastsInto, toastContainer } from './toast-container.ts'
import { toastAt } from './toast-gestures.ts'

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

/** happy-dom lays nothing out: the newest toast stands at the top right of a window of 1440 pixels. */
function layOut() {
  const toast = document.querySelector('.toast') as HTMLElement
  toast.getBoundingClientRect = () => new DOMRect(1064, 64, 360, 60)
}
const at = (type: string, clientX: number) =>
  fire(document.body, new MouseEvent(type, { bubbles: true, cancelable: true, clientX, clientY: 80 }))

test('a pointer over the toasts pauses their timers', () => {
  raise('read me')
  layOut()
  wait(4000)
  at('mousemove', 1100)
  wait(60_000)
  expect(shown()).toEqual(['read me'])
  at('mousemove', 1000)
  wait(1000)
  expect(shown()).toEqual([])
})

test('F8 moves the focus to the toasts', () => {
  raise('here')
  fire(document, new KeyboardEvent('keydown', { key: 'F8' }))
  expect(document.activeElement?.className).toBe('toasts')
})

function swipe(by: number) {
  layOut()
  at('mousedown', 1100)
  at('mousemove', 1100 + by)
  at('mouseup', 1100 + by)
}

test('a swipe of 50 pixels dismisses, a shorter one does not', () => {
  raise('swipe me')
  swipe(49)
  expect(shown()).toEqual(['swipe me'])
  swipe(50)
  expect(shown()).toEqual([])
})

test('a swipe with a finger dismisses, too', () => {
  raise('swipe me')
  layOut()
  const touch = (type: string, clientX: number) => {
    const event = new Event(type, { bubbles: true })
    fire(document.body, Object.assign(event, { changedTouches: [{ clientX, clientY: 80 }] }))
  }
  touch('touchstart', 1100)
  touch('touchmove', 1160)
  touch('touchend', 1160)
  expect(shown()).toEqual([])
})

test('a click passes through a toast to what is below, a swipe does not press it', () => {
  const pressed = vi.fn()
  const below = document.body.appendChild(document.createElement('button'))
  below.addEventListener('click', pressed)
  raise('above it')
  layOut()
  at('mousedown', 1100)
  at('mouseup', 1100)
  fire(below, new MouseEvent('click', { bubbles: true, cancelable: true }))
  expect(pressed).toHaveBeenCalledTimes(1)
  expect(shown()).toEqual(['above it'])
  swipe(50)
  fire(below, new MouseEvent('click', { bubbles: true, cancelable: true }))
  expect(pressed).toHaveBeenCalledTimes(1)
  below.remove()
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
  layOut()
  expect(toastAt({ clientX: 1100, clientY: 80 })).toBe(dialog.querySelector('.toast'))
  moveOut()
  dialog.remove()
  expect(toastContainer().parentElement).toBe(document.body)
  expect(shown()).toEqual(['seen in the dialog'])
})
