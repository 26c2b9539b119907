import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shows } from '../../testing/part.tsx'
import type { Visitor } from '../../../shared/presence.ts'
import { isLive } from '../../client/live.ts'
import { queryClient } from '../../client/query.ts'
import { currentSession, updateSessionUser } from '../../client/session.ts'
import { answers, press, REQUEST, sent, settle, show, withTestServer } from '../../testing/request-screens.tsx'

withTestServer()

const PATH = '/api/requests/r1/presence'
const NADIA: Visitor = { id: 'nadia', firstName: 'Nadia', lastName: 'Osei', activity: 'looking' }
let people: Visitor[]

beforeEach(() => {
  people = [NADIA]
  answers[`PUT ${PATH}`] = () => Response.json({ people })
  isLive.set(true)
})
afterEach(() => act(() => isLive.set(false)))

const textOf = () =>
  sent('PUT')
    .filter(({ path }) => path === PATH)
    .map(({ body }) => body as { page: string; activity: string })
const activities = () => textOf().map(({ activity }) => activity)
const shown = () => document.querySelector('[title*="this"]')?.getAttribute('title')
const status = () =>
  [...document.querySelectorAll('.dialog [role=status]')].map((one) => one.textContent).filter(Boolean)
async function hear(now: Visitor[]) {
  people = now
  await act(() => queryClient.invalidateQueries({ queryKey: [PATH] }))
  await settle()
}

test('without live events, or in the name of somebody else, a page says nothing', async () => {
  isLive.set(false)
  await show('/requests?request=r1')
  expect([activities(), shown()]).toEqual([[], undefined])
  const seeing = { by: { firstName: 'Cleo', lastName: 'Varga' } } as never
  act(() => updateSessionUser({ ...currentSession()!.user, seeing }))
  act(() => isLive.set(true))
  await settle()
  expect([activities(), shown()]).toEqual([[], undefined])
})

test('who else has a request open stands in its head, and is announced once', async () => {
  await show('/requests?request=r1')
  expect([activities(), shown(), status()]).toEqual([
    ['looking'],
    'Nadia Osei is also looking at this',
    ['Nadia Osei is also looking at this'],
  ])
  const announced: string[] = []
  const region = document.querySelector('.dialog header [role=status]')!
  const observer = new MutationObserver(() => announced.push(region.textContent))
  observer.observe(region, { subtree: true, characterData: true, childList: true })
  const OTHERS = ['Ada', 'Bo', 'Cy'].map((firstName) => ({ ...NADIA, id: firstName, firstName }))
  await hear([{ ...NADIA, activity: 'editing' }, ...OTHERS])
  expect(shown()).toBe('Nadia Osei is editing this, Ada Osei and 2 others are also looking at this')
  await hear([])
  expect(shown()).toBeUndefined()
  await hear([{ ...NADIA, activity: 'editing' }])
  expect(shown()).toBe('Nadia Osei is editing this')
  expect(announced).toEqual(['Nadia Osei is editing this, Ada Osei and 2 others are also looking at this', ''])
  observer.disconnect()
})

test('pressed, it shows everybody by name and what they do; Escape gives the focus back', async () => {
  const OTHERS = ['Ada', 'Bo', 'Cy'].map((firstName) => ({ ...NADIA, id: firstName, firstName }))
  people = [{ ...NADIA, activity: 'editing' }, ...OTHERS]
  await show('/requests?request=r1')
  const button = document.querySelector<HTMLButtonElement>('[data-visitors] button')!
  expect(button.querySelector('bdi')?.textContent).toBe(shown())
  act(() => button.focus())
  act(() => button.click())
  await settle()
  const panel = document.querySelector('[aria-label="Who else is here"]')!
  expect([...panel.querySelectorAll('li')].map((one) => one.lastElementChild!.textContent)).toEqual([
    'Nadia Osei is editing this',
    'Ada Osei is looking at this',
    'Bo Osei is looking at this',
    'Cy Osei is looking at this',
  ])
  act(() => void document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
  await settle()
  expect(document.querySelector('[aria-label="Who else is here"]')).toBeNull()
  expect(document.activeElement).toBe(button)
  expect(document.querySelector('.dialog')?.textContent).toContain(REQUEST.title)
})

test('the page says when it edits and when it has left, with one name for itself', async () => {
  await show('/requests?request=r1')
  await press('Edit Request')
  expect(activities()).toEqual(['looking', 'editing'])
  expect(shown()).toBe('Nadia Osei is also looking at this')
  await press('Cancel')
  expect(activities()).toEqual(['looking', 'editing', 'looking'])
  window.dispatchEvent(new Event('pagehide'))
  expect(activities().at(-1)).toBe('gone')
  await press('Close')
  await shows(() => expect(activities()).toEqual(['looking', 'editing', 'looking', 'gone', 'gone']))
  expect(new Set(textOf().map(({ page }) => page)).size).toBe(1)
})

test('a tab out of sight is gone, and back when it is seen', async () => {
  await show('/requests?request=r1')
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await shows(() => expect(activities()).toEqual(['looking', 'gone']))
  hidden.mockReturnValue(false)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await settle()
  expect(activities()).toEqual(['looking', 'gone', 'looking'])
})

test('a server that does not answer it leaves the place empty', async () => {
  answers[`PUT ${PATH}`] = () => Response.json({ error: 'Not now.', code: 'x' }, { status: 503 })
  await show('/requests?request=r1')
  expect(shown()).toBeUndefined()
  expect(document.querySelector('.dialog')?.textContent).toContain(REQUEST.title)
})
