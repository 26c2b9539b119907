import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { FIRST_DEPARTMENTS } from '../../shared/departments.ts'
import type { ReadingDetails } from '../../shared/document-ai.ts'
import type { DocumentProposal, ProposalOutcome } from '../../shared/document-proposals.ts'
import { updateSessionUser } from '../client/session.ts'
import {
  control,
  keepDraft,
  page,
  press,
  sent,
  settle,
  show,
  toasts,
  withTestServer,
} from '../testing/request-screens.tsx'
import { answers } from '../testing/request-screens.tsx'
import { type } from '../testing/render.ts'
import { CreateAll } from './CreateAll.tsx'
import { formOf } from './proposal-form.ts'
import { ProposalList } from './ProposalList.tsx'
import { useQuery } from '@tanstack/react-query'
import { readingOptions } from './api.ts'
import { useDecisions } from './use-decisions.ts'

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
const TWIN = {
  kind: 'request' as const,
  id: 'r7',
  requestId: 'RFD-2026-0007',
  title: 'Bond numbers in print',
  status: 'pending' as const,
  likeness: 0.9,
  completedAt: null,
}
const DOUBTED = { ...PROPOSAL, duplicates: [TWIN] }
const CREATED: DocumentProposal = {
  ...DOUBTED,
  state: 'accepted',
  request: { id: 'r8', requestId: 'RFD-2026-0008', status: 'pending' },
}
const SENTENCE = 'RFD-2026-0007 may ask for the same. Nothing was created.'
const DECISION = 'POST /api/document-proposals/p1/decisions'

const reading = (...proposals: DocumentProposal[]): ReadingDetails => ({
  id: 'd1',
  document: { id: 'f1', name: 'Minutes.pdf', type: 'pdf', size: 1000, pages: 2, textState: 'ready', request: null },
  askedAt: '2026-11-18T09:50:00.000Z',
  askedBy: null,
  state: 'ready',
  note: null,
  engine: null,
  counts: { open: proposals.length, accepted: 0, refused: 0 },
  summary: [],
  facts: [],
  orders: [],
  proposals,
})

/** The server returns these proposals from now on. */
function stored(...proposals: DocumentProposal[]): void {
  answers['GET /api/document-readings/d1'] = () => Response.json(reading(...proposals))
}

function Screen() {
  const { data } = useQuery(readingOptions('d1'))
  const decisions = useDecisions('d1')
  if (!data) return null
  const open = data.proposals.filter(({ state }) => state === 'open')
  return (
    <>
      <CreateAll open={open} decisions={decisions} />
      <ProposalList reading={data} decisions={decisions} current={null} onSelect={() => {}} onShow={() => {}} />
    </>
  )
}

const dateField = () => document.querySelector<HTMLInputElement>('input[type=date]')!

test('a similar request created since is shown, typed values stay, and the person decides', async () => {
  stored(PROPOSAL)
  answers[DECISION] = () =>
    Response.json({ error: SENTENCE, code: 'possible-duplicates', current: DOUBTED }, { status: 409 })
  await show('/', <Screen />)
  await press('Create request')
  type(dateField(), '2031-03-01')
  stored(DOUBTED)
  await press('Create request')
  expect(sent('POST')[0]?.body).toEqual({ decision: 'accept', dueDate: '2031-03-01', seenDuplicates: [] })
  expect(document.querySelector('[role=alert]')?.textContent).toContain('Nothing was created yet')
  expect(page()).toContain('Close to RFD-2026-0007, Pending')
  expect(toasts()).toEqual([])
  expect(dateField().value).toBe('2031-03-01')

  answers[DECISION] = () => Response.json(CREATED)
  stored(CREATED)
  await press('Create anyway')
  expect(sent('POST')[1]?.body).toEqual({ decision: 'accept', dueDate: '2031-03-01', seenDuplicates: ['r7'] })
  expect(page()).toContain('Created as RFD-2026-0008')
})

test('an open proposal for a retired department shows the successor, which gets the request', async () => {
  const retired = { retiredAt: '2026-11-01T09:00:00.000Z', successor: 'data' }
  const departments = FIRST_DEPARTMENTS.all.map((one) => (one.key === 'it' ? { ...one, ...retired } : one))
  updateSessionUser({ departments })
  stored(PROPOSAL)
  await show('/', <Screen />)
  expect(page()).toContain('Data Management')
  expect(page()).not.toContain('IT Development')
})

test('a missing due date is asked for until one is entered', async () => {
  stored(PROPOSAL, { ...PROPOSAL, id: 'p2', position: 2, title: 'Count the pallets' })
  const isAskedFor = () => page().includes('Due date is required')
  await show('/', <Screen />)
  await press('Create request')
  act(() => dateField().form!.requestSubmit())
  expect(isAskedFor()).toBe(true)
  type(dateField(), '2031-03-01')
  expect(isAskedFor()).toBe(false)

  await press('Create 2 requests')
  const dialog = () => document.querySelector('[role=dialog]')!
  act(() => dialog().querySelector('form')!.requestSubmit())
  expect(isAskedFor()).toBe(true)
  type(dialog().querySelector<HTMLInputElement>('input[type=date]')!, '2031-03-01')
  expect(isAskedFor()).toBe(false)
  expect(sent('POST')).toEqual([])
})

test('creating all asks about proposals similar to a request created since, and keeps the date', async () => {
  const other = { ...PROPOSAL, id: 'p2', position: 2, title: 'Count the pallets' }
  stored(PROPOSAL, other)
  const outcome: ProposalOutcome = [
    { proposalId: 'p1', proposal: DOUBTED, error: SENTENCE },
    { proposalId: 'p2', proposal: { ...other, state: 'accepted' }, error: null },
  ]
  answers['POST /api/document-readings/d1/decisions'] = () => Response.json(outcome)
  await show('/', <Screen />)
  await press('Create 2 requests')
  type(dateField(), '2031-03-01')
  stored(DOUBTED, { ...other, state: 'accepted' })
  act(() => control<HTMLButtonElement>('[role=dialog] button', 'Create 2 requests').click())
  await settle()
  const dialog = document.querySelector('[role=dialog]')!
  expect(dialog.textContent).toContain('1 proposal not created yet')
  expect(dialog.contains(document.activeElement)).toBe(true)
  expect(toasts().map(([title]) => title)).toEqual(['1 request created'])

  act(() => dialog.querySelector<HTMLInputElement>('[type=checkbox]')!.click())
  expect(dateField().value).toBe('2031-03-01')
  answers['POST /api/document-readings/d1/decisions'] = () =>
    Response.json([{ proposalId: 'p1', proposal: CREATED, error: null }])
  stored(CREATED, { ...other, state: 'accepted' })
  act(() => control<HTMLButtonElement>('[role=dialog] button', 'Create 1 request').click())
  await settle()
  expect(sent('POST')[1]?.body).toEqual({
    items: [{ proposalId: 'p1', decision: 'accept', dueDate: '2031-03-01', seenDuplicates: ['r7'] }],
  })
  expect(document.querySelector('[role=dialog]')).toBeNull()
})

test('undoing a creation names the request, says that it is cancelled, and asks first', async () => {
  const question =
    'Are you sure you want to cancel request RFD-2026-0008? Its proposal will be open again. This action cannot be undone.'
  const confirm = vi.fn<() => boolean>().mockReturnValueOnce(false).mockReturnValue(true)
  vi.stubGlobal('confirm', confirm)
  stored(CREATED)
  answers[DECISION] = () => Response.json(PROPOSAL)
  await show('/', <Screen />)
  await press('Created')
  await press('Undo')
  expect(confirm).toHaveBeenCalledExactlyOnceWith(question)
  expect(sent('POST')).toEqual([])

  await press('Undo')
  expect(sent('POST')[0]?.body).toEqual({ decision: 'undo' })
  expect(toasts()).toEqual([['RFD-2026-0008 cancelled', 'Open again: Print the bond number']])
})

test('opening a proposal that was dismissed again asks nothing', async () => {
  const confirm = vi.fn<() => boolean>()
  vi.stubGlobal('confirm', confirm)
  stored({ ...PROPOSAL, state: 'refused' })
  answers[DECISION] = () => Response.json(PROPOSAL)
  await show('/', <Screen />)
  await press('Dismissed')
  await press('Open again')
  expect(confirm).not.toHaveBeenCalled()
  expect(toasts()).toEqual([['Open again', 'Print the bond number']])
})

test('the toast of a decision replaces the one of the decision before', async () => {
  const other = { ...PROPOSAL, id: 'p2', position: 2, title: 'Count the pallets' }
  const refused = { ...PROPOSAL, state: 'refused' as const }
  stored(PROPOSAL, other)
  answers[DECISION] = () => Response.json(refused)
  answers['POST /api/document-proposals/p2/decisions'] = () => Response.json({ ...other, state: 'refused' })
  await show('/', <Screen />)
  stored(refused, other)
  await press('Not a request')
  await press('Not a request')
  expect(toasts()).toEqual([['Dismissed', 'Count the pallets']])
})

test('a draft begun before another person saved is merged with their proposal instead of overwriting it', async () => {
  const theirs = { ...PROPOSAL, title: 'Print all bond numbers', priority: 'high' as const, version: 2 }
  keepDraft('proposal.p1', { ...formOf(PROPOSAL), title: 'Bond numbers, please' })
  stored(theirs)
  answers['PATCH /api/document-proposals/p1'] = () =>
    Response.json({ error: 'Changed', code: 'stale-version', current: theirs }, { status: 409 })
  await show('/', <Screen />)
  await press('Edit')
  expect(page()).toContain('This proposal has changed since you began your draft.')
  await press('Save changes')
  expect(sent('PATCH')[0]?.body).toEqual({ version: 1, title: 'Bond numbers, please' })
  const note = document.querySelector('[role=group][aria-label="Changed by somebody else"]')
  expect(note?.textContent).toContain('Title: Print all bond numbers')
  expect(page()).not.toContain('since you began your draft')

  answers['PATCH /api/document-proposals/p1'] = () =>
    Response.json({ ...theirs, title: 'Bond numbers, please', version: 3 })
  await press('Save changes')
  // The other person's priority stays, and nothing else of theirs is overwritten unseen.
  expect(sent('PATCH')[1]?.body).toEqual({ version: 2, title: 'Bond numbers, please' })
})

test('the form of a proposal and its conflict note name the due date as the form of a request does', async () => {
  const theirs = { ...PROPOSAL, dueDate: '2031-05-01', version: 2 }
  keepDraft('proposal.p1', { ...formOf(PROPOSAL), dueDate: '2031-04-01' })
  stored(theirs)
  answers['PATCH /api/document-proposals/p1'] = () =>
    Response.json({ error: 'Changed', code: 'stale-version', current: theirs }, { status: 409 })
  await show('/', <Screen />)
  await press('Edit')
  const labels = () => [...document.querySelectorAll('[role=dialog] label')].map(({ textContent }) => textContent)
  expect(labels()).toContain('Due date')
  await press('Save changes')
  const note = document.querySelector('[role=group][aria-label="Changed by somebody else"]')
  expect(note?.textContent).toContain('Due date: 1 May 2031')
})

test('an edit whose first answer was lost is no conflict with itself', async () => {
  stored(PROPOSAL)
  const saved = { ...PROPOSAL, title: 'Bond numbers, please', version: 2 }
  answers['PATCH /api/document-proposals/p1'] = () =>
    Response.json({ error: 'Changed', code: 'stale-version', current: saved }, { status: 409 })
  await show('/', <Screen />)
  await press('Edit')
  type(document.querySelector<HTMLInputElement>('[role=dialog] input[name=title]')!, 'Bond numbers, please')
  await press('Save changes')
  expect(toasts()).toEqual([['Proposal changed', undefined]])
  expect(document.querySelector('[role=dialog]')).toBeNull()
})
