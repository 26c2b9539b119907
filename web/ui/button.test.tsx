import { afterEach, expect, test, vi } from 'vitest'
import { render } from '../testing/render.ts'
import { Button } from './Button.tsx'

let away = () => {}
afterEach(() => away())

const doubleClick = () => {
  for (const detail of [1, 2])
    document.querySelector('button')?.dispatchEvent(new MouseEvent('click', { detail, bubbles: true }))
}

test('a double click starts work once, even if the work is done before the second click', () => {
  const start = vi.fn()
  away = render(
    <Button busy={false} onClick={start}>
      Send
    </Button>,
  )
  doubleClick()
  expect(start).toHaveBeenCalledTimes(1)
})

test('a button that is off is announced as disabled, keeps its focus and starts nothing', () => {
  const start = vi.fn()
  away = render(
    <Button off onClick={start}>
      Accept
    </Button>,
  )
  const button = document.querySelector('button')!
  button.focus()
  button.click()
  expect(start).not.toHaveBeenCalled()
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(document.activeElement).toBe(button)
})

test('a button that steps on counts each click of a quick series', () => {
  const step = vi.fn()
  away = render(<Button onClick={step}>Next</Button>)
  doubleClick()
  expect(step).toHaveBeenCalledTimes(2)
})
