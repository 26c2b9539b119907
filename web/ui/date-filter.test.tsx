import { act, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { render, type } from '../testing/render.ts'
import { DateFilter } from './DateFilter.tsx'

let unmount: () => void
afterEach(() => unmount())

let applied: (string | null)[]
/** A change that comes from elsewhere: Back, or a removed chip. */
let setDate: (date: string | null) => void

interface FilterProps {
  first: string | null
  /** the test applies the dates itself */
  isLate?: boolean
}

function Filter({ first, isLate = false }: FilterProps) {
  const [date, set] = useState(first)
  setDate = set
  return (
    <DateFilter
      label="From"
      value={date}
      onChange={(next) => {
        applied.push(next)
        if (!isLate) set(next)
      }}
    />
  )
}

function open(first: string | null, isLate = false): HTMLInputElement {
  applied = []
  unmount = render(<Filter first={first} isLate={isLate} />)
  return document.querySelector('input')!
}

test('the field follows a date that changed elsewhere', () => {
  const field = open('2026-11-18')
  act(() => setDate(null))
  expect(field.value).toBe('')
  act(() => setDate('2026-11-19'))
  expect(field.value).toBe('2026-11-19')
  expect(applied).toEqual([])
})

test('a date that is applied late does not overwrite the one typed since', () => {
  const field = open(null, true)
  type(field, '2026-11-01')
  type(field, '2026-11-18')
  expect(applied).toEqual(['2026-11-01', '2026-11-18'])
  act(() => setDate('2026-11-01'))
  expect(field.value).toBe('2026-11-18')
  act(() => setDate('2026-11-18'))
  expect(field.value).toBe('2026-11-18')
  act(() => setDate(null))
  expect(field.value).toBe('')
})

test('emptying the field removes the filter once the focus leaves', () => {
  const field = open('2026-11-18')
  act(() => field.focus())
  type(field, '')
  expect(applied).toEqual([])
  act(() => field.blur())
  expect(applied).toEqual([null])
})

test('a year out of range is not applied, and the field returns to the date that is', () => {
  const field = open('2026-11-18')
  act(() => field.focus())
  type(field, '0202-11-18')
  act(() => field.blur())
  expect(applied).toEqual([])
  expect(field.value).toBe('2026-11-18')
})

test('Back empties a field whose dates the page was not yet drawn with', () => {
  const field = open(null, true)
  type(field, '2026-11-01')
  type(field, '2026-11-18')
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
  expect(field.value).toBe('')
  // What is typed next is a step of its own.
  type(field, '2026-11-20')
  act(() => setDate('2026-11-20'))
  expect(field.value).toBe('2026-11-20')
})

test('Back keeps a field none of whose dates is under way', () => {
  const field = open('2026-11-18')
  act(() => field.focus())
  type(field, '0202-11-18')
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
  expect(field.value).toBe('0202-11-18')
})
