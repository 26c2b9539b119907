import { act } from 'react'
import { BrowserRouter, Link } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { render } from '../../testing/render.ts'
import { DialogsMissing } from './DialogsMissing.tsx'

const again = vi.fn()
let leave: () => void
beforeEach(() => {
  again.mockReset()
  window.history.replaceState(null, '', '/requests')
})
afterEach(() => {
  leave()
})

const link = () => document.querySelector('a')!
const note = () => document.querySelector<HTMLElement>('[role=alertdialog]')
const press = (key: string) =>
  act(() => void window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))

function open(address: string) {
  window.history.replaceState(null, '', address)
  leave = render(
    <BrowserRouter>
      <Link to="/requests?request=r2">Another</Link>
      <DialogsMissing again={again} />
    </BrowserRouter>,
  )
}

test('the note holds the focus, covers the page, and Escape closes it', () => {
  open('/requests?request=r1')
  expect(document.activeElement).toBe(note())
  expect(link().hasAttribute('inert')).toBe(true)
  press('Escape')
  expect(note()).toBeNull()
  expect(window.location.search).toBe('')
  expect(link().hasAttribute('inert')).toBe(false)
})

test('opening a dialog after that tries again, without the note of the first time', () => {
  open('/requests?request=r1')
  press('Escape')
  expect(again).not.toHaveBeenCalled()
  act(() => link().click())
  expect(again).toHaveBeenCalled()
  expect(note()).toBeNull()
})
