import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { shows } from '../../testing/part.tsx'
import { startSession } from '../../client/session.ts'
import { EVA } from '../../testing/person.ts'
import {
  answers,
  choose,
  control,
  page,
  press,
  sent,
  settle,
  show,
  toasts,
  withTestServer,
} from '../../testing/request-screens.tsx'
import { buildToken, buildUser } from '../../testing/session.ts'
import { People } from './People.tsx'

withTestServer()

const CHANGES = '/api/people/changes'
const PEOPLE = [EVA, { ...EVA, id: 'max', username: 'max', firstName: 'Max' }]
const ROLE = { id: 'user', name: 'User', description: '', permissions: [], isBuiltIn: true, people: 2, version: 1 }
let preview: object
let outcome: object

beforeEach(() => {
  const permissions = ['team.manage', 'requests.assign'] as const
  startSession({ token: buildToken(new Date()), user: buildUser({ permissions: [...permissions] }) })
  preview = { total: 2, ready: 2, openRequests: 0, leftOut: [] }
  outcome = { id: 'c1', action: { kind: 'invitation' }, total: 2, changed: 2, isFinished: true, leftOut: [] }
  answers['GET /api/people'] = () =>
    Response.json({ people: PEOPLE, total: 1204, counts: { active: 0, invited: 1204, inactive: 0 } })
  answers['GET /api/roles'] = () => Response.json({ roles: [ROLE] })
  answers[`POST ${CHANGES}/preview`] = () => Response.json(preview)
  answers[`POST ${CHANGES}`] = () => Response.json({ ...outcome, changed: 0, isFinished: false }, { status: 201 })
  answers[`GET ${CHANGES}/c1`] = () => Response.json(outcome)
})

const tick = (label: string) => act(() => control('input', label).click())
const bodies = () => sent('POST').map(({ path, body }) => [path.slice(CHANGES.length), body])

test('people are selected one by one, by the page, or all who match, and the bar says how many', async () => {
  await show('/team/users', <People />)
  expect(page()).not.toContain('selected')
  tick('Select Eva Stone')
  expect(page()).toContain('1 selected')
  expect(control<HTMLInputElement>('input', 'Select everybody on this page').indeterminate).toBe(true)
  tick('Select everybody on this page')
  expect(page()).toContain('2 selected')
  await press('Select all 1,204 that match')
  expect(page()).toContain('All 1,204 selected')
  // Whoever is taken out of all leaves the rest of the page.
  tick('Select Max Stone')
  expect(page()).toContain('1 selected')
  await press('Clear selection')
  expect(page()).not.toContain('selected')
  expect(document.activeElement).toBe(control('input', 'Select everybody on this page'))
})

test('the same people are meant from the preview to the call, and another search begins anew', async () => {
  await show('/team/users?search=stone&state=invited', <People />)
  tick('Select Eva Stone')
  await press('Select all 1,204 that match')
  await press('End sessions')
  const call = { chosen: { filter: { search: 'stone', state: 'invited' } }, action: { kind: 'sessions' } }
  expect(bodies()).toEqual([['/preview', call]])
  await press('End sessions: 2 people')
  expect(bodies().at(1)).toEqual(['', { ...call, ready: 2 }])
  await press('Close')
  await press('Clear filters')
  expect(page()).not.toContain('selected')
})

test('the preview says who is left out and why, and nobody can be changed when nobody is left', async () => {
  const names = Array.from({ length: 20 }, (_, i) => `Person ${i}`)
  preview = { total: 54, ready: 0, openRequests: 0, leftOut: [{ reason: 'not-invited', people: 54, names }] }
  await show('/team/users', <People />)
  tick('Select Eva Stone')
  await press('New invitation links')
  expect(page()).toContain('Nobody would be changed.')
  expect(page()).toContain('54 people left out: have accepted their invitation. Person 0, Person 1')
  expect(page()).toContain('Person 19 and 34 others')
  const dialog = document.querySelector('[role=dialog]')!
  expect([...dialog.querySelectorAll('button')].at(-1)!.disabled).toBe(true)
})

test('a role is chosen before anything is asked of the server', async () => {
  await show('/team/users', <People />)
  tick('Select Eva Stone')
  await press('Set role')
  expect(sent('POST')).toEqual([])
  await choose('Role', 'User')
  expect(bodies()).toEqual([['/preview', { chosen: { ids: ['eva'] }, action: { kind: 'role', role: 'user' } }]])
  expect(page()).toContain('2 people will get this role.')
})

test('who takes over is asked only if there are open requests', async () => {
  await show('/team/users', <People />)
  tick('Select Eva Stone')
  await press('Deactivate')
  expect(page()).not.toContain('Who takes over')
  await press('Cancel')
  preview = { total: 2, ready: 2, openRequests: 7, leftOut: [] }
  await press('Deactivate')
  expect(page()).toContain('Who takes over 7 open requests?')
})

test('new links are downloaded as one file, and a change that is confirmed is still there after a reload', async () => {
  const link = { kind: 'invitation', token: 'secret', expiresAt: '2026-11-27T09:14:00.000Z' }
  const eva = { fullName: 'Eva Stone', username: 'eva', email: 'eva@office.example', link }
  answers[`GET ${CHANGES}/c1/links`] = () => Response.json({ invited: [eva] })
  await show('/team/users', <People />)
  tick('Select Eva Stone')
  await press('New invitation links')
  await press('New invitation links: 2 people')
  expect(window.location.search).toBe('?change=c1')
  expect(page()).toContain('New links for 2 people')
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:links')
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await press('Download links as CSV')
  expect(saved).toHaveBeenCalledOnce()
  await press('Close')
  expect(window.location.search).toBe('')
})

test('a change that takes long shows how far it is, and says at the end what became of it', async () => {
  outcome = { ...outcome, action: { kind: 'sessions' }, changed: 1, isFinished: false }
  await show('/team/users?change=c1', <People />)
  expect(page()).toContain('1 of 2. It goes on if you close this.')
  outcome = { ...outcome, changed: 2, isFinished: true }
  await shows(() => expect(toasts()).toEqual([['2 people signed out', undefined]]))
  await settle()
})

test('a running change can be stopped, and says how many were not reached', async () => {
  outcome = { ...outcome, action: { kind: 'sessions' }, total: 5, changed: 2, isFinished: false }
  answers[`DELETE ${CHANGES}/c1`] = () => {
    outcome = { ...outcome, isFinished: true }
    return Response.json(outcome)
  }
  await show('/team/users?change=c1', <People />)
  await press('Stop')
  expect(page()).toContain('2 people signed out')
  expect(page()).toContain('The change was stopped: 3 people were not reached and stay as before.')
})

test('a change that is refused says so and is looked at again', async () => {
  answers[`POST ${CHANGES}`] = () =>
    Response.json({ error: 'Accounts have changed.', code: 'stale-preview', details: [] }, { status: 409 })
  await show('/team/users', <People />)
  tick('Select Eva Stone')
  await press('End sessions')
  preview = { total: 2, ready: 1, openRequests: 0, leftOut: [] }
  await press('End sessions: 2 people')
  expect(page()).toContain('Accounts have changed.')
  expect(page()).toContain('1 person will be signed out everywhere.')
})
