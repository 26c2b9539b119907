import { act } from 'react'
import { Link, Route, Routes } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { BUILT_IN_ROLES } from '../../../shared/permissions.ts'
import type { Role } from '../../../shared/roles.ts'
import { startSession } from '../../client/session.ts'
import { shows } from '../../testing/part.tsx'
import {
  answers,
  control,
  keepDraft,
  page,
  press,
  problem,
  sent,
  settle,
  show,
  toasts,
  withTestServer,
} from '../../testing/request-screens.tsx'
import { ARCHIVE } from '../../testing/role.ts'
import { buildToken, buildUser } from '../../testing/session.ts'
import { NewRoleForm } from './NewRoleForm.tsx'
import { startOf } from './role-form.ts'
import { RoleEditor } from './RoleEditor.tsx'

withTestServer()
beforeEach(() => {
  const permissions = [...BUILT_IN_ROLES.admin.permissions]
  startSession({ token: buildToken(new Date()), user: buildUser({ id: 'ben', role: 'admin', permissions }) })
})

test('a draft of a role begun before another person saved is rebased on their version', async () => {
  keepDraft('roles.archive', { ...startOf(ARCHIVE), name: 'Records' })
  const theirs: Role = { ...ARCHIVE, permissions: ['audit.read', 'requests.create'], version: 2 }
  answers['PUT /api/roles/archive'] = () => Response.json({ ...theirs, name: 'Records', version: 3 })
  await show('/roles/archive', <RoleEditor role={theirs} />)
  expect(page()).toContain('Somebody else has changed this role since you opened it')
  await press('Review and save')
  await press('Save permissions')
  expect(sent('PUT')[0]?.body).toMatchObject({
    name: 'Records',
    permissions: ['audit.read', 'requests.create'],
    version: 2,
  })
})

test('the note about what another person saved takes the focus from the button at the foot', async () => {
  keepDraft('roles.archive', { ...startOf(ARCHIVE), name: 'Records' })
  const current: Role = { ...ARCHIVE, permissions: ['audit.read', 'requests.create'], version: 2 }
  answers['PUT /api/roles/archive'] = problem(409, 'Somebody else has changed this role.', {
    code: 'stale-version',
    current,
  })
  await show('/roles/archive', <RoleEditor role={ARCHIVE} />)
  act(() => control('button', 'Review and save').focus())
  await press('Review and save')
  await press('Save permissions')
  expect(document.activeElement?.textContent).toContain('Somebody else has changed this role since you opened it')
})

test('Discard is disabled by being pressed, and hands the focus to the button beside it', async () => {
  keepDraft('roles.archive', { ...startOf(ARCHIVE), name: 'Records' })
  await show('/team/roles/archive', <RoleEditor role={ARCHIVE} />)
  const discard = [...document.querySelectorAll('button')].findLast(({ textContent }) => textContent === 'Discard')
  act(() => {
    discard?.focus()
    discard?.click()
  })
  expect(discard?.disabled).toBe(true)
  expect(document.activeElement).toBe(control('button', 'Review and save'))
})

test('a role that is created after the person has gone to another page does not take them away from it', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  answers['POST /api/roles'] = () => promise
  keepDraft('roles.new', { name: 'Records', description: '', permissions: [] })
  await show(
    '/team/roles/new',
    <>
      <Link to="/team/roles">All roles</Link>
      <Routes>
        <Route path="/team/roles/new" element={<NewRoleForm roles={[]} />} />
        <Route path="*" element={null} />
      </Routes>
    </>,
  )
  act(() => document.querySelector('form')?.requestSubmit())
  await shows(() => expect(sent('POST')).toHaveLength(1))
  act(() => control('a', 'All roles').click())
  resolve(Response.json({ ...ARCHIVE, id: 'records' }))
  await settle()
  expect(toasts()[0]?.[0]).toBe('Role created')
  expect(window.location.pathname).toBe('/team/roles')
})
