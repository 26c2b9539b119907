import { expect, test } from 'vitest'
import { maskFor } from './mask.ts'

test('names written in full become letters, the same one everywhere, and come back', () => {
  const mask = maskFor(['Ada Quint', 'Ben Marlow', 'José María de la Cruz', 'Prince'])
  const hidden = mask.hide(
    'Ada Quint waits for Ben  Marlow’s review; ada quint asked josé maría DE LA Cruz, says Prince.',
  )
  expect(hidden).toBe('[person A] waits for [person B]’s review; [person A] asked [person C], says Prince.')
  expect(mask.hide('Ben Marlow')).toBe('[person B]')
  expect(mask.show('[person B] and [person A], but not [person Z]')).toBe('Ben  Marlow and Ada Quint, but not somebody')
})

test('e-mail addresses, links and long numbers go, and do not come back', () => {
  const mask = maskFor([])
  const text =
    'Ask ada.quint+x@office.example or +44 20 7946 0958, see https://intra.example/case?id=7, account 1234567890123, RFD-2026-0042 by 2026-03-31.'
  const hidden = mask.hide(text)
  expect(hidden).toBe('Ask [e-mail] or [number], see [link] account [number], RFD-2026-0042 by 2026-03-31.')
  expect(mask.show(hidden)).toBe(hidden)
})

test('a long text and many people take one walk', () => {
  const names = Array.from({ length: 20_000 }, (_, i) => `First${i} Last${i}`)
  const mask = maskFor(names)
  const text = 'First7 Last7 and others. '.repeat(800)
  expect(mask.hide(text)).toBe('[person A] and others. '.repeat(800))
})
