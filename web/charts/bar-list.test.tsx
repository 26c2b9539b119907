import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BarList } from './BarList.tsx'

let root: Root
let page: HTMLElement

beforeEach(() => {
  // React asks for this flag before it believes that `act` is meant.
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  page = document.body.appendChild(document.createElement('main'))
  root = createRoot(page)
})
afterEach(() => {
  act(() => root.unmount())
  page.remove()
})

function BarListIn({ rows }: { rows: Parameters<typeof BarList>[0]['rows'] }) {
  return (
    <MemoryRouter>
      <BarList label="Offices" rows={rows} />
    </MemoryRouter>
  )
}

function press(key: string): void {
  act(() => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  })
}

test('a list of bars is walked by arrows, and an empty one draws nothing', () => {
  // Two may have the same name.
  const rows = ['North', 'South', 'South'].map((label, index) => ({ label, value: index, to: `/${label}${index}` }))
  act(() => root.render(<BarListIn rows={rows} />))
  expect(page.querySelectorAll('[tabindex="0"]')).toHaveLength(1)
  act(() => page.querySelector('a')!.focus())
  press('ArrowDown')
  expect(document.activeElement?.getAttribute('href')).toBe('/South1')
  press('End')
  expect(document.activeElement?.getAttribute('href')).toBe('/South2')
  act(() => root.render(<BarListIn rows={[]} />))
  expect(page.querySelectorAll('li')).toHaveLength(0)
})
