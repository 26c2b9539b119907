import { act } from 'react'
import { Link, Route, Routes } from 'react-router'
import { expect, test, vi } from 'vitest'
import type { ReadingDetails } from '../../shared/document-ai.ts'
import type { DocumentProposal } from '../../shared/document-proposals.ts'
import type { Permission } from '../../shared/permissions.ts'
import { startSession } from '../client/session.ts'
import { shows } from '../testing/part.tsx'
import { answers, page, press, sent, settle, show, toasts, withTestServer } from '../testing/request-screens.tsx'
import { buildToken, buildUser } from '../testing/session.ts'
import ReadingPage from './ReadingPage.tsx'

withTestServer()

const PROPOSAL: DocumentProposal = {
  id: 'p1',
  position: 1,
  title: 'Print the bond number',
  description: 'The system should print the bond number.',
  department: 'it',
  priority: 'medium',
  developmentType: null,
  dueDate: null,
  place: { page: 1, start: 0, end: 40 },
  passage: 'The system should print the bond number.',
  section: null,
  confidence: 0.8,
  state: 'open',
  edited: [],
  decidedAt: null,
  decidedBy: null,
  request: null,
  duplicates: [],
  version: 1,
}
const READING: ReadingDetails = {
  id: 'd1',
  document: { id: 'f1', name: 'Minutes.pdf', type: 'pdf', size: 1000, pages: 2, textState: 'ready', request: null },
  askedAt: '2026-11-18T09:50:00.000Z',
  askedBy: null,
  state: 'ready',
  note: null,
  engine: null,
  counts: { open: 1, accepted: 0, refused: 0 },
  summary: [],
  facts: [],
  orders: [],
  proposals: [PROPOSAL],
}

async function open(permissions: Permission[]) {
  startSession({ token: buildToken(new Date()), user: buildUser({ id: 'ben', permissions }) })
  answers['GET /api/document-readings/d1'] = () => Response.json(READING)
  await show(
    '/dashboard/document-ai/d1',
    <>
      <Link to="/requests">Requests</Link>
      <Routes>
        <Route path="/dashboard/document-ai/:id" element={<ReadingPage />} />
        <Route path="*" element={null} />
      </Routes>
    </>,
  )
}

/** The buttons that create requests. */
const creating = () =>
  [...document.querySelectorAll('button')]
    .map(({ textContent }) => textContent ?? '')
    .filter((name) => /^Create (\d|request)/.test(name))

test('creating requests from a document is offered only to people who may create requests', async () => {
  await open(['ai.documents', 'requests.create'])
  expect(creating()).toContain('Create 1 request')
})

test('without the permission to create requests nothing can be created from a document', async () => {
  await open(['ai.documents'])
  expect(page()).toContain('Print the bond number')
  expect(creating()).toEqual([])
})

test('in a narrow window the passage that is shown takes the focus to the switch between the two views', async () => {
  const media = (query: string) => Object.assign(new EventTarget(), { matches: query === '(max-width: 899.9px)' })
  vi.stubGlobal('matchMedia', media)
  await open(['ai.documents'])
  const number = document.querySelector<HTMLElement>('[aria-label="Show passage 1 in the document"]')
  act(() => number?.focus())
  act(() => number?.click())
  await settle()
  expect(document.activeElement?.textContent).toBe('Document')
})

test('a document deleted after its page was left does not move the person off another page', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  answers['DELETE /api/document-readings/d1'] = () => promise
  await open(['ai.documents'])
  await press('Delete')
  expect(document.activeElement?.textContent).toBe('Keep it')
  act(() => [...document.querySelectorAll('button')].findLast((it) => it.textContent?.startsWith('Delete'))?.click())
  await shows(() => expect(sent('DELETE')).toHaveLength(1))
  act(() => document.querySelector<HTMLElement>('a[href="/requests"]')?.click())
  resolve(new Response(null, { status: 204 }))
  await settle()
  expect(toasts()[0]?.[0]).toBe('Deleted')
  expect(window.location.pathname).toBe('/requests')
})
