import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { BrowserRouter, Link, Route, Routes } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BUILT_IN_ROLES } from '../../../shared/permissions.ts'
import type { Role } from '../../../shared/roles.ts'
import { readByKey } from '../../client/query.ts'
import { endSession, startSession } from '../../client/session.ts'
import { shows } from '../../testing/part.tsx'
import { render } from '../../testing/render.ts'
import { ARCHIVE } from '../../testing/role.ts'
import { buildToken, buildUser } from '../../testing/session.ts'
import { currentToasts, dismissToast } from '../../ui/toast.ts'
import { DeleteRole } from './DeleteRole.tsx'

/** One person who has it is deactivated. */
const HELD: Role = { ...ARCHIVE, inactivePeople: 1 }
const OFFICE: Role = { ...ARCHIVE, id: 'office', name: 'Office', people: 0 }

const PEOPLE = [
  { id: 'dan', firstName: 'Dan', lastName: 'Osei' },
  { id: 'su', firstName: 'Su', lastName: '' },
]

let calls: string[]
let onDelete: () => Promise<Response>
let leave: () => void
beforeEach(() => {
  calls = []
  onDelete = async () => new Response(null, { status: 204 })
  vi.stubGlobal('fetch', async ({ pathname }: URL, { method }: RequestInit) => {
    calls.push(pathname)
    if (method === 'DELETE') return onDelete()
    return Response.json({ people: PEOPLE, total: 2 })
  })
  const permissions = BUILT_IN_ROLES.admin.permissions
  startSession({ token: buildToken(new Date()), user: buildUser({ role: 'admin', permissions: [...permissions] }) })
})
afterEach(() => {
  leave()
  endSession('signed-out')
  for (const { id } of currentToasts()) dismissToast(id)
  vi.unstubAllGlobals()
})

async function ask(role: Role, roles = [role]): Promise<string> {
  const client = new QueryClient({ defaultOptions: { queries: { queryFn: readByKey(), retry: false } } })
  window.history.replaceState(null, '', '/team/roles/archive')
  leave = render(
    <QueryClientProvider client={client}>
      <BrowserRouter>
        <Link to="/dashboard">Dashboard</Link>
        <Routes>
          <Route path="/team/roles/archive" element={<DeleteRole role={role} roles={roles} />} />
          <Route path="*" element={null} />
        </Routes>
      </BrowserRouter>
    </QueryClientProvider>,
  )
  act(() => button('Delete role').click())
  for (let i = 0; i < 3; i++) await act(async () => void (await new Promise((resolve) => setTimeout(resolve, 5))))
  return document.querySelector('[role=dialog]')!.textContent ?? ''
}

const button = (name: string) =>
  [...document.querySelectorAll('button')].findLast(({ textContent }) => textContent?.startsWith(name))!

function noteOfFocused(): string | null | undefined {
  const ids = document.activeElement?.getAttribute('aria-describedby')?.split(' ')
  return document.getElementById(ids?.at(-1) ?? '')?.textContent
}

test('before a role is deleted, its people are listed', async () => {
  const message = await ask(HELD)
  expect(message).toContain('2 people have this role. 1 account that is not active has it, too.')
  expect(message).toContain('Reports that are shared with this role are not shared with the new one.')
  expect(message).toContain('Who has this role')
  expect([...document.querySelectorAll('[role=dialog] li')].map(({ textContent }) => textContent)).toEqual([
    'Dan Osei',
    'Su',
  ])
  expect(calls).toEqual(['/api/roles/archive/people'])
})

test('the question starts on the button that keeps the role', async () => {
  await ask(HELD)
  expect(document.activeElement?.textContent).toBe('Keep it')
})

test('for a role without active people no list of people is requested', async () => {
  expect(await ask({ ...HELD, people: 0 })).not.toContain('Who has this role')
  leave()
  expect(await ask({ ...HELD, people: 0, inactivePeople: 0 })).toContain('Nobody has this role.')
  expect(calls).toEqual([])
})

test('without a new role for its people the field for it says so and has the focus', async () => {
  await ask(HELD)
  act(() => button('Delete role').click())
  expect(document.activeElement?.getAttribute('role')).toBe('combobox')
  expect(noteOfFocused()).toContain('Choose the role that they get instead')
})

test('a refusal of the server stands at the field for the new role, which then has the focus', async () => {
  onDelete = async () => Response.json({ error: 'There is no such role.', code: 'not-found' }, { status: 404 })
  await ask(HELD, [HELD, OFFICE])
  const field = document.querySelector<HTMLElement>('[role=combobox]')!
  act(() => field.click())
  act(() => document.querySelector<HTMLElement>('[role=option]')!.click())
  act(() => {
    button('Delete role').focus()
    button('Delete role').click()
  })
  await shows(() => expect(document.querySelector('[role=dialog]')?.textContent).toContain('There is no such role.'))
  expect(document.activeElement).toBe(field)
  expect(noteOfFocused()).toContain('There is no such role.')
})

test.each([
  ['leads to the list of roles', () => {}, '/team/roles'],
  ['leaves a person where they have gone', () => document.querySelector('a')!.click(), '/dashboard'],
])('a deleted role %s', async (_, goOn, path) => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  onDelete = () => promise
  await ask({ ...HELD, people: 0, inactivePeople: 0 })
  act(() => button('Delete role').click())
  act(goOn)
  resolve(new Response(null, { status: 204 }))
  await shows(() => expect(currentToasts().map(({ title }) => title)).toEqual(['Role deleted']))
  expect(window.location.pathname).toBe(path)
})

test('who lacks a permission of the role reads why it stays, and gives its people none that takes one away', async () => {
  const role: Role = { ...HELD, permissions: ['audit.read'] }
  const signIn = () =>
    startSession({ token: buildToken(new Date()), user: buildUser({ role: 'clerk', permissions: ['roles.manage'] }) })
  signIn()
  expect(await ask({ ...role, people: 0, inactivePeople: 0 })).toContain(
    'You cannot delete it, because it has permissions that you do not have: Read the audit log.',
  )
  expect(document.querySelector('[role=dialog] footer')?.textContent ?? '').not.toContain('Delete role')
  leave()
  const keeps: Role = { ...OFFICE, id: 'keeps', name: 'Keeps', permissions: ['audit.read'] }
  expect(await ask(role, [role, OFFICE, keeps])).toContain('Roles in grey')
  act(() => document.querySelector<HTMLElement>('[role=combobox]')!.click())
  const options = [...document.querySelectorAll('[role=option]')]
  expect(options.map((one) => [one.textContent, one.getAttribute('aria-disabled') === 'true'])).toEqual([
    ['Office', true],
    ['Keeps', false],
  ])
})
