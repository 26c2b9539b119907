import { expect, test } from 'vitest'
import { BUILT_IN_ROLES, type Permission, PERMISSIONS } from '../../../shared/permissions.ts'
import type { Role } from '../../../shared/roles.ts'
import { startSession } from '../../client/session.ts'
import { page, show, withTestServer } from '../../testing/request-screens.tsx'
import { ARCHIVE } from '../../testing/role.ts'
import { buildToken, buildUser } from '../../testing/session.ts'
import { RoleEditor } from './RoleEditor.tsx'

withTestServer()

async function showTo(permissions: readonly Permission[], role: Role) {
  const user = buildUser({ id: 'ben', role: 'deputy', permissions: [...permissions] })
  startSession({ token: buildToken(new Date()), user })
  await show(`/team/roles/${role.id}`, <RoleEditor role={role} />)
}
const box = (title: string) =>
  [...document.querySelectorAll('label')].find(({ textContent }) => textContent === title)!.querySelector('input')!
const noteOf = (title: string) => document.getElementById(box(title).getAttribute('aria-describedby')!)!.textContent

test('a permission that the editor lacks can be neither granted nor taken away, and says why', async () => {
  await showTo(['roles.manage', 'requests.create'], { ...ARCHIVE, permissions: ['requests.create', 'audit.read'] })
  expect([box('Read the audit log').checked, box('Read the audit log').disabled]).toEqual([true, true])
  expect(noteOf('Read the audit log')).toContain('You cannot take it away, because you do not have it yourself')
  expect(box('Manage people').disabled).toBe(true)
  expect(noteOf('Manage people')).toContain('You cannot grant it, because you do not have it yourself')
  expect(box('Submit requests').disabled).toBe(false)
})

test('Administrator is shown as the role that nobody changes', async () => {
  const { name, permissions } = BUILT_IN_ROLES.admin
  await showTo(PERMISSIONS, { ...ARCHIVE, id: 'admin', name, permissions, isBuiltIn: true })
  expect(page()).toContain('This role always has every permission')
  expect(box('Read the audit log').disabled).toBe(true)
  expect(page()).not.toContain('Review and save')
})
