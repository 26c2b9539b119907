import { act, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { render, type } from '../testing/render.ts'
import { ignoreComposedKeys } from './composed-keys.ts'
import { Select } from './Select.tsx'

const PEOPLE = Array.from({ length: 1000 }, (_, i) => ({
  value: `p${i}`,
  label: `Person ${String(i).padStart(3, '0')}`,
}))
let unmount: () => void
afterEach(() => unmount())

function Choosing({ count }: { count: number }) {
  const [value, setValue] = useState('p700')
  return <Select aria-label="Assigned To" options={PEOPLE.slice(0, count)} value={value} onValueChange={setValue} />
}

const box = () => document.querySelector<HTMLButtonElement>('[role=combobox]')!
const drawn = () => [...document.querySelectorAll<HTMLElement>('[role=option]')]
/** The search field of a long list, focused while the list is open. */
const search = () => document.querySelector<HTMLInputElement>('[type=search]')
const focused = () => search() ?? box()
const pointed = () => document.getElementById(focused().getAttribute('aria-activedescendant') ?? '')
const press = (...keys: string[]) => {
  for (const key of keys)
    act(() => void focused().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })))
}

test('of a thousand options only those around the chosen one are rendered, with their positions in the list', () => {
  unmount = render(<Choosing count={1000} />)
  press('Enter')
  expect(drawn().length).toBeLessThan(100)
  expect(pointed()?.textContent).toBe('Person 700')
  expect(pointed()?.getAttribute('aria-posinset')).toBe('701')
  expect(pointed()?.getAttribute('aria-setsize')).toBe('1000')
})

test('the keys reach every option, and the active option is always rendered', () => {
  unmount = render(<Choosing count={1000} />)
  press('Enter')
  for (const [key, label] of [
    ['End', 'Person 999'],
    ['PageUp', 'Person 989'],
    ['Home', 'Person 000'],
    ['ArrowDown', 'Person 001'],
  ] as const) {
    press(key)
    expect(pointed()?.textContent).toBe(label)
    expect(drawn().length).toBeLessThan(100)
  }
  type(search()!, 'nobody')
  expect(drawn()).toEqual([])
  press('ArrowDown', 'Enter')
  type(search()!, '512 PERS')
  expect(drawn().map(({ textContent }) => textContent)).toEqual(['Person 512'])
  expect(pointed()?.textContent).toBe('Person 512')
  press('Enter')
  expect(box().textContent).toBe('Person 512')
})

test('Enter that ends the composition of a letter in the search chooses nothing', () => {
  ignoreComposedKeys()
  unmount = render(<Choosing count={1000} />)
  press('Enter')
  type(search()!, '512')
  const composed = new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true })
  act(() => void search()!.dispatchEvent(composed))
  expect(search()).not.toBeNull()
  expect(box().textContent).toBe('Person 700')
})

test('a short list is rendered whole', () => {
  unmount = render(<Choosing count={100} />)
  press('Enter')
  expect(drawn()).toHaveLength(100)
  expect(drawn()[0]?.hasAttribute('aria-setsize')).toBe(false)
})
