import type { TableColumn } from '../../../../shared/export-columns.ts'
import type { Departments } from '../../../../shared/departments.ts'
import { NO_DEPARTMENT, TYPED_DEPARTMENT } from '../../../../shared/person-department.ts'
import type { Person, PersonState } from '../../../../shared/team.ts'
import { fullName } from '../../../../shared/users.ts'
import { listPeople } from '../../../people/service.ts'
import { requirePermission } from '../../../people/roles/require-permission.ts'
import type { Deps } from '../deps.ts'
import type { Cell } from '../../spreadsheets/table.ts'
import { factsOf } from './facts.ts'
import { type ExportContext, CHUNK, type ExportableList, type Table, type ViewOf } from './list.ts'

type View = ViewOf<'people'>

const STATES: Record<PersonState, string> = { active: 'Active', invited: 'Invited', inactive: 'Inactive' }
const COLUMNS: readonly TableColumn[] = [
  { label: 'Name', kind: 'text', share: 1.5 },
  { label: 'Username', kind: 'text' },
  { label: 'Email', kind: 'text', share: 2 },
  { label: 'Department', kind: 'text' },
  { label: 'Role', kind: 'text' },
  { label: 'State', kind: 'text' },
  { label: 'Open Requests', kind: 'number' },
  { label: 'Last Signed In', kind: 'instant', share: 1.2 },
  { label: 'Created', kind: 'instant', share: 1.2 },
]

export const peopleList: ExportableList<View> = {
  name: 'the list of people',
  requireAccess: (actor) => requirePermission(actor, 'team.manage', 'export the list of people'),
  check: async () => undefined,
  titleOf: ({ state }) => (state ? `People (${STATES[state].toLowerCase()})` : 'People'),
  open,
}

async function open(deps: Deps, { actor, view, policy }: ExportContext<View>): Promise<Table> {
  const { total } = await listPeople(deps, actor, { ...view, page: 1, limit: 1 })
  async function* chunks() {
    const written = new Set<string>()
    for (let page = 1; (page - 1) * CHUNK < total; page++) {
      const { people } = await listPeople(deps, actor, { ...view, page, limit: CHUNK })
      const fresh = people.filter(({ id }) => !written.has(id))
      for (const { id } of fresh) written.add(id)
      yield fresh.map(toCells)
    }
  }
  return {
    columns: COLUMNS,
    total,
    chunks: chunks(),
    facts: factsOf([
      ['Search', view.search],
      ['State', view.state && STATES[view.state]],
      ['Role', view.role],
      ['Email', view.email && 'shared with another account'],
      ['Department', view.department && departmentFact(policy.departments, view.department)],
    ]),
  }
}

function departmentFact(departments: Departments, department: string): string {
  if (department === NO_DEPARTMENT) return 'None'
  if (department === TYPED_DEPARTMENT) return 'As typed'
  return departments.filterNameOf(department)
}

function toCells(person: Person): Cell[] {
  const { username, email, department, roleName, state, openRequests, lastLoginAt, createdAt } = person
  return [
    fullName(person),
    username,
    email,
    department,
    roleName,
    STATES[state],
    String(openRequests),
    lastLoginAt,
    createdAt,
  ]
}
