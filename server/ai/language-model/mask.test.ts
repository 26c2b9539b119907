import { expect, test } from 'vitest'
import { maskFor } from './mask.ts'
import { ordinaryWords } from './ordinary-words.ts'

test('full names become letters, the same one everywhere, and are restored', () => {
  const mask = maskFor(['Ada Quint', 'Ben Marlow', 'José María de la Cruz', 'Prince'])
  const hidden = mask.hide(
    'Ada Quint waits for Ben  Marlow’s review; ada quint asked josé maría DE LA Cruz, says Prince.',
  )
  expect(hidden).toBe('[person A] waits for [person B]’s review; [person A] asked [person C], says [person D].')
  expect(mask.hide('Ben Marlow')).toBe('[person B]')
  expect(mask.show('[person B] and [person A], but not [person Z]')).toBe('Ben  Marlow and Ada Quint, but not somebody')
})

test('a first or last name alone becomes the same letter as the full name, and is restored', () => {
  const mask = maskFor(['Ada Quint', 'Ben Marlow', 'José María de la Cruz'])
  const text = 'Ada asked for it. Ask Marlow’s team, or José; then Ada Quint and Mr. Cruz agree.'
  const hidden = mask.hide(text)
  expect(hidden).toBe(
    '[person A] asked for it. Ask [person B]’s team, or [person C]; then [person A] and Mr. [person C] agree.',
  )
  expect(mask.show('[person A] and [person B]')).toBe('Ada and Marlow')
})

test('a name is hidden whatever the spelling of its accents and its apostrophe', () => {
  const mask = maskFor(["Renée O'Brien", 'Zoe\u0308 Quint'])
  for (const name of ["Renée O'Brien", 'Renée O’Brien', 'Renée O’Brien'.normalize('NFD'), 'O’Brien']) {
    expect(mask.hide(`Ask ${name}.`)).toBe('Ask [person A].')
  }
  expect(mask.hide('Ask Ren\u0065\u0301e or Zo\u00eb.')).toBe('Ask [person A] or [person B].')
})

test('a single name that several people share gets its own letter', () => {
  const mask = maskFor(['Ada Quint', 'Ada Marlow'])
  expect(mask.hide('Ada Quint or Ada Marlow? Just Ada.')).toBe('[person A] or [person B]? Just [person C].')
})

test('ordinary words, abbreviations and short names alone stay', () => {
  const mask = maskFor(['Mark Will', 'Eta Grace', 'Bo Li', 'Anna van der Berg'])
  const text = 'We will mark the ETA with grace, der Li, Bo and van.'
  expect(mask.hide(text)).toBe(text)
  expect(mask.hide('and then Eta waits')).toBe('and then [person A] waits')
})

test('an ordinary word at the beginning of a sentence is no name, in the middle it may be one', async () => {
  const mask = maskFor(['Mark Bond', 'Ada Quint'], await ordinaryWords())
  expect(mask.hide('Bond service. Mark the seal:\n- Bond number')).toBe('Bond service. Mark the seal:\n- Bond number')
  expect(mask.hide('Ada waits. This is for Mark, says “Ada”.')).toBe(
    '[person A] waits. This is for [person B], says “[person A]”.',
  )
  expect(mask.hide('Mark Bond knows')).toBe('[person B] knows')
})

test('e-mail addresses, links and long numbers are removed and not restored', () => {
  const mask = maskFor([])
  const text =
    'Ask ada.quint+x@office.example or +44 20 7946 0958, see https://intra.example/case?id=7, account 1234567890123, RFD-2026-0042 by 2026-03-31.'
  const hidden = mask.hide(text)
  expect(hidden).toBe('Ask [e-mail] or [number], see [link] account [number], RFD-2026-0042 by 2026-03-31.')
  expect(mask.show(hidden)).toBe(hidden)
})

test('a long text is scanned once regardless of the number of people', () => {
  const names = Array.from({ length: 20_000 }, (_, i) => `First${i} Last${i}`)
  const mask = maskFor(names)
  const text = 'First7 Last7 and others. '.repeat(800)
  expect(mask.hide(text)).toBe('[person A] and others. '.repeat(800))
})
