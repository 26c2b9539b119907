import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { IMPORT_LIMITS, type ImportLine, type PeopleImport } from '../../../../shared/people-import.ts'
import {
  answers,
  control,
  page,
  press,
  problem,
  sent,
  settle,
  show,
  withTestServer,
} from '../../../testing/request-screens.tsx'
import { ARCHIVE } from '../../../testing/role.ts'
import { PHONE } from '../../../ui/media.ts'
import { ImportPeople } from './ImportPeople.tsx'

withTestServer()

const columns = { fullName: 0, firstName: null, lastName: null, username: 1, email: 2, role: 3, department: null }
const OPEN: PeopleImport = {
  id: 'one',
  state: 'open',
  encoding: 'utf-8',
  people: 40,
  columns: ['Name', 'Login', 'Mail', 'Right'].map((heading) => ({ heading, samples: [`${heading} of Eva`] })),
  choices: { columns, roles: [], departments: [], updateExisting: false },
  missing: [],
  summary: {
    outcomes: { invite: 36, update: 0, same: 0, refused: 4 },
    existing: 0,
    roles: [{ role: 'admin', invited: 36, changed: 0 }],
    unknownRoles: [],
    unknownDepartments: [],
  },
  invited: 0,
  updated: 0,
}
const LINE: ImportLine = {
  line: 2,
  firstName: 'Eva',
  lastName: 'Stone',
  username: 'eva',
  email: 'e@x.example',
  role: 'admin',
  department: '',
  outcome: 'refused',
  problems: [{ code: 'role-unknown' }, { code: 'username-in-line', line: 7 }],
  notes: ['email-kept'],
  changes: [],
  isDone: false,
}
let stored: PeopleImport | null

beforeEach(() => {
  stored = null
  answers['GET /api/people/imports'] = () => Response.json({ imports: stored ? [stored] : [] })
  answers['GET /api/people/imports/one/lines'] = () => Response.json({ lines: [LINE], total: 40 })
  answers['POST /api/people/imports'] = () => Response.json((stored ??= OPEN), { status: 201 })
  answers['PUT /api/people/imports/one/choices'] = () => Response.json(stored)
  answers['DELETE /api/people/imports/one'] = () => {
    stored = null
    return new Response(null, { status: 204 })
  }
  const admin = { ...ARCHIVE, id: 'admin', name: 'Administrator', permissions: ['roles.manage', 'team.manage'] }
  answers['GET /api/roles'] = () => Response.json({ roles: [admin] })
})

const open = () => show('/team/users/import', <ImportPeople />)
async function chooseFile(content: BlobPart = 'full name'): Promise<void> {
  const input = control<HTMLInputElement>('input', 'CSV file')
  Object.defineProperty(input, 'files', { value: [new File([content], 'people.csv')], configurable: true })
  act(() => void input.dispatchEvent(new Event('change', { bubbles: true })))
  await settle()
}

test('the file is checked as it is, and the focus follows to its heading and back', async () => {
  await open()
  await chooseFile()
  expect(document.activeElement?.textContent).toBe('36 people will be invited, 4 left out')
  await press('Choose another file')
  expect(document.activeElement).toBe(control('button', 'Choose file'))
})

test('a file that the browser cannot open, or that is too large, is not sent', async () => {
  await open()
  await chooseFile('x'.repeat(IMPORT_LIMITS.bytes + 1))
  expect(page()).toContain('This file is larger than 5 MB. Split it.')
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('', 'NotReadableError'))
  await chooseFile()
  expect(page()).toContain('Your browser could not open it.')
  expect(sent('POST')).toEqual([])
})

test('what the server refuses about a file is said in its words', async () => {
  const message = 'Line 3: a quotation mark is open or out of place.'
  answers['POST /api/people/imports'] = problem(400, message, { details: [{ path: 'file', message }] })
  await open()
  await chooseFile()
  expect(page()).toContain(message)
})

test('people who would administer the office stand out', async () => {
  stored = OPEN
  await open()
  expect(page()).toContain('By role: 36 Administrator')
  expect(page()).toContain('36 get the role Administrator')
})

test('columns that nothing fits are chosen by hand, with values from them', async () => {
  stored = { ...OPEN, missing: ['username'], choices: { ...OPEN.choices, columns: { ...columns, username: null } } }
  await open()
  expect(page()).toContain('Say which column is which')
  expect(page()).toContain('For instance Mail of Eva')
  const username = control<HTMLLabelElement>('label', 'Username').htmlFor
  act(() => document.getElementById(username)!.click())
  const login = [...document.querySelectorAll<HTMLElement>('[role=option]')].find((one) => one.textContent === 'Login')!
  act(() => login.click())
  await settle()
  expect(sent('PUT')[0]?.body).toEqual({ ...stored.choices, columns })
})

test.each([
  ['table', false],
  ['ul', true],
])('a line says each reason for itself, in a %s', async (shownAs, isPhone) => {
  const media = (query: string) => Object.assign(new EventTarget(), { matches: isPhone && query === PHONE })
  vi.stubGlobal('matchMedia', media)
  stored = OPEN
  await open()
  const section = document.querySelector(`section ${shownAs}`)
  expect(section?.textContent).toContain('Eva Stone')
  const sentences = [...(section?.querySelectorAll('p') ?? [])].map(({ textContent }) => textContent)
  expect(sentences.slice(-3)).toEqual([
    'There is no such role.',
    'Line 7 has this username, or one that looks like it.',
    'The email address is another one here; a file does not change it.',
  ])
})

test('accounts of the file are updated only if that is asked for', async () => {
  stored = { ...OPEN, summary: { ...OPEN.summary, existing: 4 } }
  await open()
  act(() => document.querySelector<HTMLInputElement>('input[type=checkbox]')!.click())
  await settle()
  expect(sent('PUT')[0]?.body).toMatchObject({ updateExisting: true })
})

test('an import shows how far it is, and afterwards gives all of its links', async () => {
  stored = OPEN
  answers['POST /api/people/imports/one/runs'] = () =>
    Response.json((stored = { ...OPEN, state: 'running', invited: 9 }))
  await open()
  await press('Invite 36 people')
  expect(document.activeElement?.textContent).toBe('Importing 36 people')
  expect(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow')).toBe('9')
  stored = { ...OPEN, state: 'done', invited: 36 }
  await open()
  expect(page()).toContain('36 people invited')
  const link = { kind: 'invitation', token: 'secret', expiresAt: '2026-11-27T09:14:00.000Z' }
  const eva = { fullName: 'Eva Stone', username: 'eva', email: 'eva@office.example', link }
  answers['GET /api/people/imports/one/links'] = () => Response.json({ invited: [eva] })
  let saved: Blob | undefined
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => ((saved = blob as Blob), 'blob:links'))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await press('Download links as CSV')
  expect(await saved?.text()).toContain('secret')
})

test('after an import was stopped, a line that it did not reach is not announced any more', async () => {
  const line: ImportLine = { ...LINE, outcome: 'invite', problems: [], notes: [] }
  const lines = [
    { ...line, isDone: true },
    { ...line, line: 3 },
    { ...line, line: 4, outcome: 'update' },
  ]
  answers['GET /api/people/imports/one/lines'] = () => Response.json({ lines, total: 3 })
  stored = { ...OPEN, state: 'stopped', invited: 1 }
  await open()
  expect(page()).toContain('Invited')
  expect(page().match(/Not reached/g)).toHaveLength(2)
  expect(page()).not.toContain('Will be')
})
