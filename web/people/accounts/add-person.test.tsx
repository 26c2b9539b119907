import { expect, test } from 'vitest'
import type { Permission } from '../../../shared/permissions.ts'
import { startSession } from '../../client/session.ts'
import { shows } from '../../testing/part.tsx'
import { EVA } from '../../testing/person.ts'
import { type } from '../../testing/render.ts'
import { answers, control, draft, page, show, withTestServer } from '../../testing/request-screens.tsx'
import { ARCHIVE } from '../../testing/role.ts'
import { buildToken, buildUser } from '../../testing/session.ts'
import { AddPerson } from './AddPerson.tsx'

withTestServer()

const DESK = { ...ARCHIVE, id: 'desk', name: 'People desk', permissions: ['team.manage'] }
const USER = { ...ARCHIVE, id: 'user', name: 'User', isBuiltIn: true, permissions: ['requests.create'] }

async function showFor(permissions: Permission[], roles = [USER, DESK]): Promise<void> {
  startSession({ token: buildToken(new Date()), user: buildUser({ id: 'ben', permissions }) })
  answers['GET /api/roles'] = () => Response.json({ roles })
  await show('/team/add-user', <AddPerson />)
}
const role = () => document.getElementById(control<HTMLLabelElement>('label', 'Role').htmlFor)?.textContent

test('who may not give the usual role gets another preset, and reads why some are grey', async () => {
  await showFor(['team.manage'])
  expect(role()).toBe('People desk')
  expect(page()).toContain('Roles in grey may do more than you, so you cannot give them')
  expect(draft('team.add-user')).toBeNull()
})

test('who may give no role at all has none preset', async () => {
  await showFor([])
  expect(role()).toBe('Choose a role')
})

test('who may give every role has the usual one preset, and no hint', async () => {
  await showFor(['team.manage', 'requests.create'])
  expect(role()).toBe('User')
  expect(page()).not.toContain('Roles in grey')
})

test('an address that another account has is named before anything is sent', async () => {
  const people = [
    { ...EVA, id: 'y', firstName: 'Other', email: 'other.eva@office.example' },
    { ...EVA, email: 'Eva@Office.example', state: 'inactive' },
  ]
  answers['GET /api/people'] = () => Response.json({ people, total: 2, counts: { active: 0, invited: 1, inactive: 1 } })
  await showFor(['team.manage'])
  type(control<HTMLInputElement>('input[type=email]', ''), 'eva@office.example')
  await shows(() => expect(page()).toContain('Eva Stone has this email address (account deactivated)'))
})
