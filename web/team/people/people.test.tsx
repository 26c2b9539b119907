import { act } from 'react'
import { Link, useLocation } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { IMPORT_LIMITS } from '../../../shared/people-import.ts'
import { EVA } from '../../testing/person.ts'
import { answers, control, page, press, sent, settle, show, withTestServer } from '../../testing/request-screens.tsx'
import { PHONE } from '../../ui/media.ts'
import { ImportPeople } from './ImportPeople.tsx'
import { OneTimeLink } from './OneTimeLink.tsx'
import { People } from './People.tsx'

withTestServer()

beforeEach(() => {
  answers['GET /api/people'] = () =>
    Response.json({ people: [EVA], total: 1, counts: { active: 0, invited: 1, inactive: 0 } })
  answers['GET /api/people/eva'] = () => Response.json(EVA)
  answers['GET /api/roles'] = () => Response.json({ roles: [] })
})

test('an account that was looked at is closed for good: Back does not open it again', async () => {
  const pushed = vi.spyOn(window.history, 'pushState')
  await show('/team/users', <People />)
  await press('Manage Eva Stone')
  expect(window.location.search).toBe('?person=eva')
  await press('Close')
  expect(window.location.search).toBe('')
  expect(document.querySelector('[role=dialog]')).toBeNull()
  expect(pushed).toHaveBeenCalledOnce()
})

test('an invitation ends at a time, not only on a day', async () => {
  await show('/team/users', <People />)
  expect(page()).toContain('Invited until 27 Nov 2026, 09:14')
})

test('so does a link', async () => {
  const link = { kind: 'password' as const, token: 'secret', expiresAt: '2026-11-27T09:14:00.000Z' }
  await show('/team/users', <OneTimeLink person={EVA} link={link} />)
  expect(page()).toContain('It works once, until 27 Nov 2026, 09:14')
})

async function chooseFile(content: BlobPart = 'full name'): Promise<void> {
  const input = control<HTMLInputElement>('input', 'CSV file')
  Object.defineProperty(input, 'files', { value: [new File([content], 'people.csv')] })
  act(() => void input.dispatchEvent(new Event('change', { bubbles: true })))
  await settle()
}

test('after "Choose another file" the button that chooses one has the focus', async () => {
  answers['POST /api/people/imports/preview'] = () => Response.json({ rows: [] })
  await show('/team/users/import', <ImportPeople />)
  expect(document.activeElement).toBe(document.body)
  await chooseFile()
  expect(document.activeElement?.textContent).toBe('Nobody can be invited')
  await press('Choose another file')
  expect(document.activeElement).toBe(control('button', 'Choose file'))
})

test('a file that is not UTF-8 is read, and the preview says how', async () => {
  answers['POST /api/people/imports/preview'] = () => Response.json({ rows: [] })
  await show('/team/users/import', <ImportPeople />)
  await chooseFile(Uint8Array.from([0x50, 0xe9, 0x74, 0xe9, 0x72]))
  expect(sent('POST')[0]?.body).toEqual({ csv: 'Pétér' })
  expect(page()).toContain('This file was read as Windows-1252')
})

test('a file that the browser cannot open is not blamed on the server', async () => {
  vi.spyOn(File.prototype, 'arrayBuffer').mockRejectedValue(new DOMException('', 'NotReadableError'))
  await show('/team/users/import', <ImportPeople />)
  await chooseFile()
  expect(page()).toContain('This file cannot be read')
  expect(page()).toContain('Your browser could not open it.')
  expect(page()).not.toContain('server')
})

test('a file that is too large is not sent', async () => {
  await show('/team/users/import', <ImportPeople />)
  await chooseFile('x'.repeat(IMPORT_LIMITS.bytes + 1))
  expect(page()).toContain(`It is larger than ${IMPORT_LIMITS.bytes / 1024} kB.`)
  expect(sent('POST')).toEqual([])
})

test.each([
  ['table', false],
  ['ul', true],
])('a line with two reasons and a note says each for itself, in a %s', async (shownAs, isPhone) => {
  const media = (query: string) => Object.assign(new EventTarget(), { matches: isPhone && query === PHONE })
  vi.stubGlobal('matchMedia', media)
  const reasons = { problems: ['There is no such role', 'Full name is required'], notes: ['The office has none'] }
  const row = { line: 2, fullName: 'Stone, Eva', username: 'eva', email: 'e@x.example', role: 'x', department: 'X' }
  answers['POST /api/people/imports/preview'] = () => Response.json({ rows: [{ ...row, ...reasons }] })
  await show('/team/users/import', <ImportPeople />)
  await chooseFile()
  const found = document.querySelector(`section ${shownAs}`)
  expect(found?.textContent).toContain('Eva Stone')
  const sentences = [...(found?.querySelectorAll('p') ?? [])].map(({ textContent }) => textContent)
  expect(sentences.slice(-3)).toEqual(['There is no such role.', 'Full name is required.', 'The office has none.'])
})

test('the lines of a file are in its order: those left out, those with notes, the others', async () => {
  const line = (number: number, problems: string[], notes: string[]) => {
    const name = `p${number}`
    return { line: number, fullName: name, username: name, email: '', role: 'user', department: '', problems, notes }
  }
  const rows = [
    line(2, [], []),
    line(3, [], ['a']),
    line(4, ['a'], []),
    line(5, [], ['a', 'b']),
    line(6, ['a', 'b'], []),
  ]
  answers['POST /api/people/imports/preview'] = () => Response.json({ rows })
  await show('/team/users/import', <ImportPeople />)
  await chooseFile()
  const lines = [...document.querySelectorAll('tbody tr')].map((row) => row.firstElementChild?.textContent)
  expect(lines).toEqual(['4', '6', '3', '5', '2'])
})

/** The page of the import; another one leads back to it. */
function Pages() {
  const isImport = useLocation().pathname === '/team/users/import'
  return isImport ? <ImportPeople /> : <Link to="/team/users/import">Import from CSV</Link>
}

async function follow(words: string): Promise<void> {
  const click = new MouseEvent('click', { bubbles: true, cancelable: true })
  act(() => void control('a', words).dispatchEvent(click))
  await settle()
}

function isAskedOnClose(): boolean {
  const closing = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(closing)
  return closing.defaultPrevented
}

test('the links of an import are there until they are downloaded, although the page is left', async () => {
  const eva = { fullName: 'Eva Stone', username: 'eva', email: 'eva@office.example' }
  const row = { ...eva, line: 2, role: 'user', department: '', problems: [], notes: [] }
  const link = { kind: 'invitation', token: 'secret', expiresAt: '2026-11-27T09:14:00.000Z' }
  answers['POST /api/people/imports/preview'] = () => Response.json({ rows: [row] })
  answers['POST /api/people/imports'] = () => Response.json({ invited: [{ ...eva, link }] }, { status: 201 })
  await show('/team/users/import', <Pages />)
  await chooseFile()
  await press('Invite 1 person')
  await follow('User Management')
  expect(isAskedOnClose()).toBe(true)
  await follow('Import from CSV')
  expect(page()).toContain('1 person invited')

  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:links')
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  await press('Download links as CSV')
  expect(saved).toHaveBeenCalledOnce()
  expect(isAskedOnClose()).toBe(false)
  await follow('User Management')
  await follow('Import from CSV')
  expect(page()).toContain('Choose file')
})
