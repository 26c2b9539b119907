import { expect, test } from 'vitest'
import { BUILT_IN_ROLES } from '../../shared/permissions.ts'
import type { Role } from '../../shared/roles.ts'
import { startSession } from '../client/session.ts'
import { answers, keepDraft, page, press, sent, show, withTestServer } from '../testing/request-screens.tsx'
import { ARCHIVE } from '../testing/role.ts'
import { buildToken, buildUser } from '../testing/session.ts'
import { startOf } from './role-form.ts'
import { RoleEditor } from './RoleEditor.tsx'

withTestServer()

test('a draft of a role begun before another person saved is rebased on their version', async () => {
  const permissions = [...BUILT_IN_ROLES.admin.permissions]
  startSession({ token: buildToken(new Date()), user: buildUser({ id: 'ben', role: 'admin', permissions }) })
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
