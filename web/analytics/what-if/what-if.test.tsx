import { act } from 'react'
import { expect, test } from 'vitest'
import { analyticsScreens, button, press, sees, text, TOO_LITTLE } from '../../testing/analytics.tsx'
import { type } from '../../testing/render.ts'

const screens = analyticsScreens()

test('a what-if goes into the address and is answered in a sentence, with who finishes later', async () => {
  screens.open('/analytics')
  await sees('Change one of these')
  expect(screens.asked.some((call) => call.includes('what-if'))).toBe(false)
  const people = [...document.querySelectorAll('label')].find((label) => label.textContent === 'People')!
  type(document.getElementById(people.htmlFor) as HTMLInputElement, '150')
  await sees('With 150% of the people, all 12 requests open now are likely closed by 3 Dec 2026, 10 days earlier')
  expect(window.location.search).toBe('?people=150')
  expect(text()).toContain('1 request of 12 would finish later')
  expect(text()).toContain('20% → 70%')
  expect(text()).toContain('Closed by, as it is')
  expect(text()).toContain('are those of the forecast')
  press(button('As it is'))
  await sees('Change one of these')
  expect(window.location.search).toBe('')
})

test('an invalid number stays in its field and sends no query', async () => {
  screens.open('/analytics')
  await sees('Change one of these')
  const people = [...document.querySelectorAll('label')].find((label) => label.textContent === 'People')!
  type(document.getElementById(people.htmlFor) as HTMLInputElement, 'many')
  await sees('A whole number from 0 to 1,000')
  expect(window.location.search).toBe('')
})

test('"As it is" also drops an invalid number of another field, and hands the focus on', async () => {
  screens.open('/analytics?people=150')
  await sees('With 150% of the people')
  const field = (name: string) => {
    const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === name)!
    return document.getElementById(label.htmlFor) as HTMLInputElement
  }
  type(field('Arrivals'), 'many')
  await sees('A whole number from 0 to 1,000')
  act(() => button('As it is').focus())
  press(button('As it is'))
  await sees('Change one of these')
  expect(field('Arrivals').value).toBe('')
  expect(text()).not.toContain('A whole number')
  expect(document.activeElement?.textContent).toBe('No request')
})

test('a request that is left in its place hands the focus to the field that named it', async () => {
  screens.open('/analytics?pull=RFD-2026-0007')
  await sees('RFD-2026-0007')
  act(() => button('Leave RFD-2026-0007 in its place').focus())
  press(button('Leave RFD-2026-0007 in its place'))
  expect(window.location.search).toBe('')
  expect(document.activeElement?.textContent).toBe('No request')
})

test('too little history is explained, and a request that no longer exists can be replaced', async () => {
  screens.answers['what-if'] = TOO_LITTLE
  screens.open('/analytics?limit=5')
  await sees('Too little history', 'So far there are 3 days and 2 requests.')
  screens.leave()
  const gone = { error: 'There is no such request.', code: 'not-found', details: [] }
  screens.answers['what-if'] = Response.json(gone, { status: 404 })
  screens.open('/analytics?pull=RFD-2026-9999')
  await sees('This request cannot be pulled forward', 'There is no such request.')
  act(() => button('Choose another').focus())
  press(button('Choose another'))
  expect(window.location.search).toBe('')
  expect(document.activeElement?.textContent).toBe('No request')
})
