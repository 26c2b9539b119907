import type { Role } from '../../shared/roles.ts'

/** A role that an office made for itself. */
export const ARCHIVE: Role = {
  id: 'archive',
  name: 'Archive',
  description: '',
  permissions: ['requests.create'],
  isBuiltIn: false,
  people: 2,
  inactivePeople: 0,
  version: 1,
}
