import { act } from 'react'
import { expect, test } from 'vitest'
import { render, type } from '../testing/render.ts'
import { DateFilter } from './DateFilter.tsx'

const field = () => document.querySelector('input')!

test('a date that Back undoes before the page was drawn with it leaves the field', () => {
  const sent: (string | null)[] = []
  // The page is slow: the address has the dates, but the value is not passed on yet.
  const leave = render(<DateFilter label="Due from" value={null} onChange={(date) => sent.push(date)} />)
  type(field(), '2026-11-11')
  type(field(), '2027-11-11')
  expect(sent).toEqual(['2026-11-11', '2027-11-11'])
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
  expect(field().value).toBe('')
  leave()
})

test('Back keeps what is half typed when no date of the field is under way', () => {
  const leave = render(<DateFilter label="Due from" value={null} onChange={() => {}} />)
  field().value = '2026-11-11'
  act(() => void window.dispatchEvent(new PopStateEvent('popstate')))
  expect(field().value).toBe('2026-11-11')
  leave()
})
