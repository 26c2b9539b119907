import type { DepartmentList } from '../shared/department-settings.ts'
import type { RequestList } from '../shared/request-list.ts'
import { type PeopleList, PERSON_SORTS } from '../shared/team.ts'
import { formatNumber } from '../shared/texts/formats.ts'
import { type Place, toRead } from './databases.ts'
import { growOffice } from './grow-office.ts'
import type { Office, Pace } from './office.ts'
import { atMost, kilobytes, ms, type Row, times } from './report.ts'

const MANY = { people: 1000, roles: 50, departments: 100, auditEntries: 100_000 }
const TIMES_AS_LONG = 1.5
/** Below this, nobody notices a difference, whatever the ratio. */
const UNNOTICED_MS = 3
/** Budget of a full scan of the audit log: a text that no entry contains. */
const WHOLE_LOG_MS = 100
const PACE: Pace = { durationMs: 300, warmUpMs: 150 }

interface Figures {
  people: number
  /** median of the slowest call by the name of the screen or query, in milliseconds */
  medians: Map<string, number>
  /** size of the session check, compressed as browsers get it */
  sessionBytes: number
}

/**
 * The calls behind the screens of people, roles, departments and the audit log, and those that depend on them, in an office
 * with few people and then in the same one with many. Writes to the office.
 */
export async function measurePeople(
  place: Place,
  withAdministrator: (measure: (office: Office) => Promise<Figures>) => Promise<Figures>,
): Promise<Row[]> {
  const few = await withAdministrator(figuresOf)
  await growOffice(place, MANY)
  const many = await withAdministrator(figuresOf)
  const rows = [...many.medians].map(([name, large]): Row => {
    const small = few.medians.get(name) ?? NaN
    const unnoticed = toRead(place, name === WHOLE_LOG ? WHOLE_LOG_MS : UNNOTICED_MS)
    return {
      what: `With ${few.people} and ${formatNumber(many.people)} people: ${name}`,
      measured: `${ms(small)}, ${ms(large)}`,
      budget: `at most ${TIMES_AS_LONG} times as long, or ${ms(unnoticed)}`,
      limit: ms(small),
      ratio: times(large / small),
      holds: large <= Math.max(small * TIMES_AS_LONG, unnoticed),
    }
  })
  const session = `Session check with ${MANY.departments} departments, packed as browsers ask for it`
  const sessionWithFew = { limit: kilobytes(few.sessionBytes) }
  return [...rows, atMost(session, many.sessionBytes, 5000, kilobytes, sessionWithFew)]
}

const WHOLE_LOG = 'audit log, a text that no entry has'

async function figuresOf(office: Office): Promise<Figures> {
  const { people, total } = await office.get<PeopleList>('/api/people?limit=10')
  const calls = await callsOf(office, people.at(-1)!.id)
  // Warm-up of all calls: figures of uncompiled code would make a generous limit for the later run.
  const all = Object.values(calls).flatMap((paths) => paths.map((path) => ({ path })))
  await office.ask(all, { durationMs: 4000, warmUpMs: 0 })
  const medians = new Map<string, number>()
  for (const [name, paths] of Object.entries(calls)) {
    const ofEach: number[] = []
    for (const path of paths) ofEach.push((await office.ask(path, PACE)).median)
    medians.set(name, Math.max(...ofEach))
  }
  const headers = { ...office.headers, 'accept-encoding': 'gzip, deflate, br' }
  const session = await office.client.send({ path: '/api/auth/validate', headers })
  return { people: total, medians, sessionBytes: Number(session.headers['content-length']) }
}

/** The calls of each screen; if there are several, the slowest counts. */
async function callsOf(office: Office, person: string): Promise<Record<string, string[]>> {
  const { departments } = await office.get<DepartmentList>('/api/departments')
  const { requests } = await office.get<RequestList>('/api/requests?limit=1')
  const [first, ...others] = departments.map(({ key }) => key)
  const people = (query: string) => `/api/people?page=1&limit=10&${query}`
  const list = (query: string) => `/api/requests?page=1&limit=10&${query}`
  const audit = (query: string) => `/api/audit?limit=50&${query}`
  return {
    'session check': ['/api/auth/validate'],
    'people, first and last page': [people(''), people('sort=name&order=desc')],
    'people, searched': [people('search=an'), people('search=carmen+vi'), people('search=nobody-has-this')],
    'people, by each column': PERSON_SORTS.map((sort) => people(`sort=${sort}&order=desc`)),
    'people, by state and role': [people('state=active'), people('state=inactive'), people('role=manager&sort=email')],
    'names for the assignee': ['/api/users'],
    roles: ['/api/roles'],
    'who gains and loses by a role': ['/api/roles/manager/people?page=1&limit=10'],
    'duty conflicts': ['/api/duty-conflicts'],
    'who can do what': [`/api/access/${person}`, `/api/access/${person}?request=${requests[0]!.id}`],
    'departments and general settings': ['/api/departments', '/api/settings/departments', '/api/settings/general'],
    dashboard: ['/api/dashboard/stats', '/api/dashboard/status-distribution'],
    'requests of departments': [
      list(`department=${first}`),
      list(`department=${first}&status=pending&sort=dueDate&order=asc`),
      list(`department=${others.slice(0, 3).join(',')}&sort=title&order=asc`),
    ],
    'requests by department': [
      list('sort=department&order=asc'),
      list('sort=department&order=desc&status=pending,in_progress'),
      '/api/requests?page=50&limit=10&sort=department&order=asc',
    ],
    'requests of a person': [list('requester=me'), list(`assignedTo=${person}`)],
    'audit log, first page': [audit('')],
    'audit log, by person and group': [audit(`person=${person}`), audit(`person=${person}&group=requests`)],
    'audit log, by text': [audit('text=signed+in'), audit('text=RFD-')],
    [WHOLE_LOG]: [audit('text=nobody-wrote-this'), audit(`person=${person}&text=nobody-wrote-this`)],
  }
}
