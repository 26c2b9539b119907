import type { Person } from '../../shared/team.ts'

/** Somebody who is invited. */
export const EVA: Person = {
  id: 'eva',
  username: 'eva',
  firstName: 'Eva',
  lastName: 'Stone',
  email: 'eva@office.example',
  department: null,
  role: 'user',
  roleName: 'User',
  state: 'invited',
  createdAt: '2026-11-20T09:14:00.000Z',
  lastLoginAt: null,
  lastActiveAt: null,
  deactivatedAt: null,
  invitedUntil: '2026-11-27T09:14:00.000Z',
  openRequests: 0,
  version: 1,
}
