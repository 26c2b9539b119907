import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Person } from '../../../shared/team.ts'
import { buildUser, buildToken } from '../../testing/session.ts'
import { shows } from '../../testing/part.tsx'
import { EVA } from '../../testing/person.ts'
import { startSession } from '../../client/session.ts'
import { answers, control, press, sent, settle, show, toasts, withTestServer } from '../../testing/request-screens.tsx'
import { DeactivateForm } from './DeactivateForm.tsx'
import { People } from './People.tsx'

withTestServer()

const OLGA: Person = { ...EVA, id: 'olga', username: 'olga', firstName: 'Olga' }
let people: Person[]

beforeEach(() => {
  const permissions = ['team.manage', 'requests.assign'] as const
  startSession({ token: buildToken(new Date()), user: buildUser({ id: 'ben', permissions: [...permissions] }) })
  people = [EVA, OLGA]
  answers['GET /api/people'] = () =>
    Response.json({ people, total: people.length, counts: { active: 0, invited: people.length, inactive: 0 } })
  answers['GET /api/people/eva'] = () => Response.json(EVA)
  answers['GET /api/roles'] = () => Response.json({ roles: [] })
  answers['DELETE /api/people/eva/invitation'] = () => {
    people = people.filter(({ id }) => id !== 'eva')
    return new Response(null, { status: 204 })
  }
})

test('an invitation withdrawn while its account is being closed does not lead back a second time', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  answers['DELETE /api/people/eva/invitation'] = () => promise
  await show('/team/users', <People />)
  await press('Manage Eva Stone')
  const back = vi.spyOn(window.history, 'go')
  await press('Withdraw invitation…')
  act(() => control('button', 'Withdraw invitation').click())
  act(() => control('button', 'Close').click())
  await shows(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  resolve(new Response(null, { status: 204 }))
  await settle()
  expect(back).toHaveBeenCalledOnce()
})

test('withdrawing an invitation is asked about first, and can be left alone', async () => {
  await show('/team/users', <People />)
  await press('Manage Eva Stone')
  await press('Withdraw invitation…')
  expect(document.activeElement?.textContent).toBe('Withdraw the invitation of Eva Stone?')
  await press('Keep invitation')
  expect(document.activeElement).toBe(control('button', 'Withdraw invitation…'))
  expect(sent('DELETE')).toEqual([])
})

test.each([
  ['Keep account', 'Deactivate…'],
  ['Deactivate', 'Reactivate'],
])('the answer "%s" leads back to the button "%s"', async (answer, next) => {
  let person: Person = { ...EVA, state: 'active' }
  answers['GET /api/people/eva'] = () => Response.json(person)
  answers['PUT /api/people/eva/deactivation'] = () => {
    person = { ...person, state: 'inactive' }
    return Response.json({ person, handedOver: 0, stillToHandOver: 0 })
  }
  await show('/team/users', <People />)
  await press('Manage Eva Stone')
  // Red is for the button that confirms.
  const red = () => document.querySelector('[role=dialog] .danger')?.textContent
  expect(red()).toBeUndefined()
  await press('Deactivate…')
  expect(red()).toContain('Deactivate')
  act(() => control('[role=dialog] button', answer).click())
  await settle()
  expect(document.activeElement).toBe(control('button', next))
})

test('after an invitation was withdrawn the row in its place has the focus', async () => {
  await show('/team/users', <People />)
  act(() => control('button', 'Manage Eva Stone').focus())
  await press('Manage Eva Stone')
  await press('Withdraw invitation…')
  await press('Withdraw invitation')
  await shows(() => expect(document.querySelector('[role=dialog]')).toBeNull())
  await shows(() => expect(document.activeElement).toBe(control('button', 'Manage Olga Stone')))
  expect(toasts()[0]?.[0]).toBe('Invitation withdrawn')
})

test.each([
  [1, '1 open request is unassigned now.'],
  [4, '4 open requests are unassigned now.'],
])('of %i requests left to nobody no one is said to have taken them over', async (openRequests, words) => {
  const person: Person = { ...EVA, state: 'active', openRequests }
  answers['PUT /api/people/eva/deactivation'] = () =>
    Response.json({ person: { ...person, state: 'inactive' }, handedOver: openRequests, stillToHandOver: 0 })
  await show('/team/users', <DeactivateForm person={person} onDone={() => {}} />)
  await press('Deactivate')
  expect(sent('PUT')[0]?.body).toEqual({ handOverTo: null })
  expect(toasts()[0]).toEqual(['Account deactivated', words])
})
