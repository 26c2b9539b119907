import { QueryClientProvider } from '@tanstack/react-query'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { BUILT_IN_ROLES } from '../../../shared/permissions.ts'
import { queryClient } from '../../client/query.ts'
import { endSession, startSession } from '../../client/session.ts'
import { render } from '../../testing/render.ts'
import { buildToken, buildUser } from '../../testing/session.ts'
import { AppHeader } from './AppHeader.tsx'
import { say } from '../../../shared/texts/say.ts'
import { menuFor } from '../pages/menu.ts'
import { Menu } from './Menu.tsx'

function show(path: string) {
  return render(
    <QueryClientProvider client={queryClient}>
      <MemoryRouter initialEntries={[path]}>
        <AppHeader />
        <Menu />
      </MemoryRouter>
    </QueryClientProvider>,
  )
}
const signIn = (more: Parameters<typeof buildUser>[0]) =>
  startSession({ token: buildToken(new Date()), user: buildUser(more) })
const header = () => document.querySelector('header')?.textContent ?? ''
const current = () =>
  [...document.querySelectorAll('[aria-current=page] > span:first-of-type')].map((word) => word.textContent)

vi.stubGlobal('fetch', () => new Promise(() => {}))
vi.stubGlobal('__VERSION__', '1.0.0')
afterEach(() => endSession(null))

test('the header names the person with initials and role', () => {
  signIn({ firstName: 'Nadia', lastName: 'Osei', role: 'manager' })
  const away = show('/profile')
  expect(header()).toContain('NONadia OseiManager')
  away()
})

test('without a user it shows U, Unknown User and Guest', () => {
  const away = show('/profile')
  expect(header()).toContain('UUnknown UserGuest')
  away()
})

test('a custom role is shown by its name', () => {
  signIn({ role: 'auditor', roleName: 'Auditor of the south' })
  const away = show('/profile')
  expect(header()).toContain('Auditor of the south')
  away()
})

test.each(['/dashboard', '/dashboard/', '/dashboards', '/dashboard?modal=new-request'])(
  '%s highlights Dashboard',
  (path) => {
    signIn({})
    const away = show(path)
    expect(current()).toEqual(['Dashboard'])
    away()
  },
)

test('a page below Settings highlights Settings, marked ADMIN', () => {
  signIn({ role: 'admin', permissions: BUILT_IN_ROLES.admin.permissions })
  const away = show('/settings/email')
  expect(current()).toEqual(['Settings'])
  expect(document.querySelector('[aria-current=page]')?.textContent).toBe('SettingsADMIN')
  away()
})

test.each([
  ['user', ['Dashboard', 'New RFD Request', 'All Requests', 'AI Assistant', 'Profile']],
  [
    'manager',
    ['Dashboard', 'New RFD Request', 'All Requests', 'Analytics', 'AI Assistant', 'Profile', 'Export Reports'],
  ],
  [
    'admin',
    [
      'Dashboard',
      'New RFD Request',
      'All Requests',
      'Analytics',
      'AI Assistant',
      'Profile',
      'Team Management',
      'Export Reports',
      'Audit Log',
      'Settings',
    ],
  ],
] as const)(
  'the menu of the role %s is the specification’s, with the audit log for those who may read it',
  (role, labels) => {
    expect(menuFor(BUILT_IN_ROLES[role].permissions).map(({ label }) => say(label))).toEqual(labels)
  },
)
