import type { Role } from '../../shared/roles.ts'

/** A custom role. */
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
