import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BUILT_IN_ROLES } from '../../shared/permissions.ts'
import type { Role } from '../../shared/roles.ts'
import { readByKey } from '../client/query.ts'
import { endSession, startSession } from '../client/session.ts'
import { render } from '../testing/render.ts'
import { ARCHIVE } from '../testing/role.ts'
import { buildToken, buildUser } from '../testing/session.ts'
import { DeleteRole } from './DeleteRole.tsx'

/** One person who has it is deactivated. */
const HELD: Role = { ...ARCHIVE, inactivePeople: 1 }

const PEOPLE = [
  { id: 'dan', firstName: 'Dan', lastName: 'Osei' },
  { id: 'su', firstName: 'Su', lastName: '' },
]

let asked: string[]
let leave: () => void
beforeEach(() => {
  asked = []
  vi.stubGlobal('fetch', async ({ pathname }: URL) => {
    asked.push(pathname)
    return Response.json({ people: PEOPLE, total: 2 })
  })
  const permissions = BUILT_IN_ROLES.admin.permissions
  startSession({ token: buildToken(new Date()), user: buildUser({ role: 'admin', permissions: [...permissions] }) })
})
afterEach(() => {
  leave()
  endSession('signed-out')
  vi.unstubAllGlobals()
})

async function ask(role: Role): Promise<string> {
  const client = new QueryClient({ defaultOptions: { queries: { queryFn: readByKey(), retry: false } } })
  leave = render(
    <QueryClientProvider client={client}>
      <MemoryRouter>
        <DeleteRole role={role} roles={[role]} />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  act(() => document.querySelector('button')!.click())
  for (let i = 0; i < 3; i++) await act(async () => void (await new Promise((resolve) => setTimeout(resolve, 5))))
  return document.querySelector('[role=dialog]')!.textContent ?? ''
}

test('before a role is deleted, its people are listed', async () => {
  const said = await ask(HELD)
  expect(said).toContain('2 people have this role. 1 account that is not active has it, too.')
  expect(said).toContain('Who has this role')
  expect([...document.querySelectorAll('[role=dialog] li')].map(({ textContent }) => textContent)).toEqual([
    'Dan Osei',
    'Su',
  ])
  expect(asked).toEqual(['/api/roles/archive/people'])
})

test('for a role without active people no list of people is requested', async () => {
  expect(await ask({ ...HELD, people: 0 })).not.toContain('Who has this role')
  leave()
  expect(await ask({ ...HELD, people: 0, inactivePeople: 0 })).toContain('Nobody has this role.')
  expect(asked).toEqual([])
})
