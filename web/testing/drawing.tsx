import { act, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach } from 'vitest'

let root: Root
let page: HTMLElement

/** Gives each test of the file an empty page; drawing again re-renders into the same root. */
export function withDrawing(): void {
  beforeEach(() => {
    // React warns about `act` unless this flag is set.
    Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
    page = document.body.appendChild(document.createElement('main'))
    root = createRoot(page)
  })
  afterEach(() => {
    act(() => root.unmount())
    page.remove()
  })
}

export const draw = (part: ReactNode, address = '/') =>
  act(() => root.render(<MemoryRouter initialEntries={[address]}>{part}</MemoryRouter>))
export const drawn = () => page
export const all = (selector: string) => [...page.querySelectorAll<HTMLElement>(selector)]
export function one(selector: string): HTMLElement {
  const element = page.querySelector<HTMLElement>(selector)
  if (!element) throw new Error(`Nothing matches ${selector}`)
  return element
}

/** The accessible name of the focused element. */
export const focused = () => document.activeElement?.getAttribute('aria-label')
export const press = (key: string, more: KeyboardEventInit = {}) =>
  act(() => {
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }),
    )
  })

export function button(name: string): HTMLElement {
  const match = all('button').find(
    (candidate) => candidate.textContent === name || candidate.getAttribute('aria-label') === name,
  )
  if (!match) throw new Error(`No button ${name}`)
  return match
}
export const click = (name: string) => act(() => button(name).click())
