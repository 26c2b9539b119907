import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AuditEntry } from '../../shared/audit.ts'
import { startSession } from '../client/session.ts'
import { renderPart, shows } from '../testing/part.tsx'
import { type } from '../testing/render.ts'
import { buildToken, buildUser } from '../testing/session.ts'
import { AuditLog } from './AuditLog.tsx'
import { readAuditState, withAuditState } from './filter-state.ts'
import { merged, MAX_SHOWN } from './use-news.ts'

const entry = (id: number, part: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  seq: id,
  at: '2026-03-10T09:00:00.000Z',
  actor: { id: 'user-ada', name: 'Ada Quint' },
  action: 'session.started',
  target: { type: 'user', id: 'user-ada', name: 'Ada Quint' },
  address: '127.0.0.1',
  details: {},
  previousHash: 'before',
  hash: 'hash',
  ...part,
})

let entries: AuditEntry[]
let news: AuditEntry[]
let status: number
let paths: string[]
let leave: () => void

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  window.history.replaceState(null, '', '/audit')
  entries = [entry(2), entry(1, { action: 'future.thing' })]
  news = []
  status = 200
  paths = []
  startSession({ token: buildToken(new Date()), user: buildUser({ permissions: ['audit.read'] }) })
  vi.stubGlobal('fetch', async (url: URL) => {
    if (url.pathname === '/api/users') return Response.json([])
    paths.push(url.pathname + url.search)
    if (!url.pathname.endsWith('/news')) return Response.json({ entries, older: null, newest: 2 })
    if (status !== 200)
      return Response.json({ error: 'You are not allowed to read the audit log.', code: 'not-allowed' }, { status })
    return Response.json({ entries: news.splice(0), newest: 3, isCut: false })
  })
  leave = renderPart(<AuditLog />)
})
afterEach(() => {
  leave()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const rows = () => [...document.querySelectorAll('ol > li p')].map((row) => row.textContent)
const press = (name: string) =>
  act(() => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)?.click())

test('an entry of a later version is shown as it is named', async () => {
  await shows(() => expect(rows()).toEqual(['Ada Quint signed in', 'Ada Quint: future.thing (Ada Quint)']))
})

test('an entry says its time to the second', async () => {
  entries = [entry(1, { at: '2026-03-10T09:00:07.250Z' })]
  leave()
  leave = renderPart(<AuditLog />)
  await shows(() => expect(document.querySelector('ol > li time')?.textContent).toBe('10 Mar 2026, 09:00:07'))
})

test('while the log is followed new entries come to the top, and none are asked for once it is paused', async () => {
  await shows(() => expect(rows()).toHaveLength(2))
  press('Follow')
  news = [entry(3, { action: 'password.changed' })]
  await act(() => vi.advanceTimersByTimeAsync(3100))
  await shows(() => expect(rows()[0]).toBe('Ada Quint changed their password'))
  expect(paths.at(-1)).toBe('/api/audit/news?after=2')
  press('Pause')
  const before = paths.length
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(paths.length).toBe(before)
})

test('a person who loses the permission while following sees nothing more, and polling stops', async () => {
  await shows(() => expect(rows()).toHaveLength(2))
  press('Follow')
  status = 403
  await act(() => vi.advanceTimersByTimeAsync(3100))
  await shows(() => expect(document.body.textContent).toContain('The audit log could not be loaded'))
  expect(rows()).toEqual([])
  const before = paths.length
  await act(() => vi.advanceTimersByTimeAsync(10_000))
  expect(paths.length).toBe(before)
})

test('a person whose account is not active is named in the filter as in the entries', async () => {
  await shows(() => expect(rows()).toHaveLength(2))
  leave()
  entries = [entry(2, { actor: { id: 'gone', name: 'Ben Ochs' } })]
  leave = renderPart(<AuditLog />, { address: '/audit?person=gone' })
  await shows(() => expect(document.querySelector('.chip')?.textContent).toBe('PersonBen Ochs'))
  press('Add filter')
  const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === 'Person')!
  expect(document.getElementById(label.htmlFor)?.textContent).toContain('Ben Ochs')
})

test('a day can be typed digit by digit: only the whole date is applied, and the field keeps the focus', async () => {
  await shows(() => expect(rows()).toHaveLength(2))
  press('Add filter')
  const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === 'From')!
  const field = document.getElementById(label.htmlFor) as HTMLInputElement
  act(() => field.focus())
  for (const date of ['0002-03-10', '0020-03-10', '0202-03-10', '2026-03-10']) type(field, date)
  await shows(() => expect(paths.at(-1)).toContain('from=2026-03-10'))
  expect(paths.filter((path) => path.includes('from='))).toHaveLength(1)
  expect(document.activeElement).toBe(field)
})

test('a page that is followed for long does not grow without bound, and shows each entry once', () => {
  const many = Array.from({ length: 300 }, (_, i) => entry(300 - i))
  expect(merged(many.slice(0, 20), many)).toHaveLength(MAX_SHOWN)
  expect(merged([entry(5)], [entry(5, { seq: null }), entry(4)]).map(({ id, seq }) => [id, seq])).toEqual([
    [5, 5],
    [4, 4],
  ])
})

test('invalid parameters of a URL are ignored, and another filter begins at the newest entry', () => {
  const read = (query: string) => readAuditState(new URLSearchParams(query))
  expect(read('group=nonsense&from=soon&before=-1&address=%20')).toEqual({})
  expect(read('from=0001-01-01&to=9999-12-31')).toEqual({})
  expect(read('group=denied&to=2026-03-10&before=7')).toEqual({ group: 'denied', to: '2026-03-10', before: 7 })
  const changed = withAuditState(new URLSearchParams('before=7&text=a&request=x'), { text: undefined, group: 'ai' })
  expect(changed.toString()).toBe('request=x&group=ai')
})

/** The field "About" in the opened filters. */
function aboutField(): HTMLInputElement {
  const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === 'About')
  return label?.control as HTMLInputElement
}

test('a typed filter applies with Enter, and the field keeps the focus', async () => {
  await shows(() => expect(rows()).toHaveLength(2))
  press('Add filter')
  aboutField().focus()
  type(aboutField(), ' RFD-2026-0042 ')
  act(() => void aboutField().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  await shows(() => expect(paths.at(-1)).toContain('target=RFD-2026-0042'))
  expect(document.activeElement).toBe(aboutField())
  expect(aboutField().value).toBe('RFD-2026-0042')
})

test('a typed filter also applies when a press beside the filters closes them', async () => {
  await shows(() => expect(rows()).toHaveLength(2))
  press('Add filter')
  aboutField().focus()
  type(aboutField(), 'RFD-2026-0042')
  act(() => void document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true })))
  expect(aboutField()).toBeUndefined()
  await shows(() => expect(paths.at(-1)).toContain('target=RFD-2026-0042'))
})
