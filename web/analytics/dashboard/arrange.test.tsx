import { QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DEFAULT_CARDS } from '../../../shared/dashboard-cards.ts'
import { buildQueryClient } from '../../client/query.ts'
import { currentSession, endSession, startSession, updateSessionUser } from '../../client/session.ts'
import { render } from '../../testing/render.ts'
import { buildToken, buildUser } from '../../testing/session.ts'
import { currentToasts, toasts } from '../../ui/toast.ts'
import { useArranging } from './ArrangeDashboard.tsx'
import { useCards } from './arrangement.ts'
import { permittedCards } from './cards.ts'

const MANAGER = buildUser({ permissions: ['dashboard.view'] })
let unmount: () => void
/** Request bodies sent to the server, and its response. */
let sent: unknown[]
let status = 200
/** Runs while the server stores a change. */
let meanwhile: () => void
/** The server answers after it. */
let before: Promise<void> | undefined

function Dashboard() {
  const { button, panel } = useArranging(permittedCards(useCards(), currentSession()!.user.permissions))
  return (
    <>
      {button}
      {panel}
    </>
  )
}

beforeEach(() => {
  sent = []
  status = 200
  meanwhile = () => {}
  before = undefined
  toasts.set([])
  vi.stubGlobal('fetch', async (_path: string, { body }: { body: string }) => {
    await before
    sent.push(JSON.parse(body))
    meanwhile()
    return Response.json(status === 200 ? JSON.parse(body) : { error: 'Not now.', code: 'not-allowed' }, { status })
  })
})
afterEach(() => {
  unmount()
  act(() => endSession(null))
  vi.unstubAllGlobals()
})

function show(user = MANAGER): void {
  startSession({ token: buildToken(new Date()), user })
  unmount = render(
    <QueryClientProvider client={buildQueryClient()}>
      <Dashboard />
    </QueryClientProvider>,
  )
}

const buttons = () => [...document.querySelectorAll('button')]
const button = (name: string) => {
  const match = buttons().find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name)
  if (!match) throw new Error(`No button ${name}`)
  return match
}
async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve))
}
async function press(name: string): Promise<void> {
  await act(async () => {
    button(name).focus()
    button(name).click()
    await turns()
  })
}
const listed = () => [...document.querySelectorAll('li')].map((row) => row.querySelector('.grow')?.textContent)
const focused = () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent
const own = () => currentSession()?.user.dashboard?.map(({ card, isShown }) => (isShown ? card : `(${card})`))

test('a card moves at once, keeps the focus on its control, and the change can be undone', async () => {
  show()
  await press('Arrange dashboard')
  expect(listed()).toEqual([
    'Total Requests',
    'Pending Review',
    'Completed',
    'Overdue',
    'Requests by status',
    'Created and finished',
    'Waiting for me',
  ])
  await press('Move Pending Review up')
  expect(listed().slice(0, 2)).toEqual(['Pending Review', 'Total Requests'])
  expect(own()).toEqual([
    'checklist',
    'pending-review',
    'total',
    'completed',
    'overdue',
    'status-chart',
    'volume-chart',
    'waiting',
    'own-open',
  ])
  expect(sent).toEqual([{ cards: currentSession()?.user.dashboard }])
  // It is the first card now.
  expect(focused()).toBe('Move Pending Review down')
  expect(button('Move Pending Review up').getAttribute('aria-disabled')).toBe('true')

  const [shown] = currentToasts()
  expect(shown).toMatchObject({ title: 'Pending Review is now 1 of 7', links: [{ label: 'Undo' }] })
  await act(async () => {
    shown?.links?.[0]?.onClick()
    await turns()
  })
  expect(own()).toBeUndefined()
  expect(sent.at(-1)).toEqual({ cards: null })
})

test('a card that moves on keeps the focus on the same control', async () => {
  show()
  await press('Arrange dashboard')
  for (const place of [2, 3, 4]) {
    await press('Move Total Requests down')
    expect(listed()[place - 1]).toBe('Total Requests')
    expect(focused()).toBe('Move Total Requests down')
  }
})

test('cards are hidden and shown, and the defaults put back', async () => {
  show()
  await press('Arrange dashboard')
  await press('Hide Overdue')
  expect(listed()).toContain('Overdue (hidden)')
  expect(focused()).toBe('Show Overdue')
  expect(own()).toContain('(overdue)')
  await press('Restore the defaults')
  expect(sent.at(-1)).toEqual({ cards: null })
  expect(listed()).toContain('Overdue')
})

test('a change that the server refuses is reverted, with an error', async () => {
  show()
  await press('Arrange dashboard')
  status = 403
  await press('Hide Overdue')
  expect(currentToasts()[0]).toMatchObject({ title: 'Error', tone: 'bad' })
  expect(own()).toBeUndefined()
  expect(listed()).toContain('Overdue')
})

test.each([
  [[403, 403], undefined],
  [[200, 403], '(overdue)'],
])('of two changes in a row answered %s, only what was stored stays', async (answers, stays) => {
  show()
  await press('Arrange dashboard')
  const slow = Promise.withResolvers<void>()
  before = slow.promise
  const arranged = () => sent.filter((body) => body !== null)
  meanwhile = () => {
    status = answers[arranged().length - 1]!
  }
  await press('Hide Overdue')
  await press('Hide Completed')
  slow.resolve()
  await act(turns)
  expect(arranged()).toHaveLength(2)
  expect(
    own()
      ?.filter((card) => card.startsWith('('))
      .join(),
  ).toBe(stays)
})

test('a session fetched before a change was stored does not revert it', async () => {
  show()
  await press('Arrange dashboard')
  meanwhile = () => updateSessionUser({ dashboard: null })
  await press('Hide Overdue')
  expect(own()).toContain('(overdue)')
})

test('Done returns the focus to the button that started the arranging', async () => {
  show()
  await press('Arrange dashboard')
  expect(button('Arrange dashboard').getAttribute('aria-expanded')).toBe('true')
  await press('Done')
  expect(focused()).toBe('Arrange dashboard')
  expect(listed()).toEqual([])
})

test('a person without figures can hide their own open requests, and show them again', async () => {
  show(buildUser())
  await press('Arrange dashboard')
  expect(listed()).toEqual(['Waiting for me', 'Your open requests'])
  await press('Hide Your open requests')
  expect(listed()).toEqual(['Waiting for me', 'Your open requests (hidden)'])
  expect(own()).toContain('(own-open)')
  await press('Show Your open requests')
  expect(own()).toContain('own-open')
})

test('a person who views the page as another one cannot arrange it', () => {
  show({ ...MANAGER, seeing: { by: 'Cleo', until: '2026-03-10T09:15:00.000Z' }, dashboard: [...DEFAULT_CARDS] })
  expect(buttons()).toEqual([])
})
