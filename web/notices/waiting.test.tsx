import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { addDays } from '../../shared/dates.ts'
import { officeToday } from '../ui/formats/dates.ts'
import { ELENA } from '../testing/notice.ts'
import { answers, control, page, press, problem, show, withTestServer } from '../testing/request-screens.tsx'
import { WaitingButton } from './WaitingButton.tsx'
import { WaitingCard } from './WaitingCard.tsx'
import { type WaitingItem, waitingWords } from './waiting-words.ts'

withTestServer()

const ITEM: WaitingItem = {
  code: 'review',
  requestId: 'RFD-2026-0418',
  title: 'Hold release',
  dueDate: '2026-12-11',
  actor: null,
  commentId: null,
  excerpt: null,
  at: new Date(Date.now() - 3 * 3_600_000).toISOString(),
}
let items: WaitingItem[]

beforeEach(() => {
  const excerpt = 'How long may a broker correct the line?'
  items = [{ ...ITEM, code: 'question', actor: ELENA, commentId: 'c1', excerpt }, ITEM]
  answers['GET /api/waiting'] = () => Response.json({ items, total: items.length })
})

test('each thing that waits says why and leads to its request, a question to the very comment', async () => {
  await show('/dashboard', <WaitingCard />)
  const link = control<HTMLAnchorElement>('a', 'How long may a broker')
  expect(link.pathname + link.search).toBe('/requests/RFD-2026-0418?tab=comments&comment=c1')
  expect(page()).toContain('RFD-2026-0418 · Elena Marku asked you 3 hours ago')
  expect(page()).toContain('Hold release')
  act(() => link.click())
  expect(window.location.search).toBe('?request=RFD-2026-0418&tab=comments&comment=c1')
})

test('of more than five it says how many there are', async () => {
  answers['GET /api/waiting'] = () =>
    Response.json({ items: [ITEM, { ...ITEM, requestId: 'RFD-2026-0419' }], total: 1284 })
  await show('/dashboard', <WaitingCard />)
  expect(page()).toContain('the first 2 of 1,284')
})

test('when nothing waits, the card is one line', async () => {
  items = []
  await show('/dashboard', <WaitingCard />)
  expect(page()).toBe('Waiting for meNothing waits for you at the moment')
})

test('what could not be read says so and is tried again', async () => {
  answers['GET /api/waiting'] = problem(503, 'Not now.')
  await show('/dashboard', <WaitingCard />)
  expect(page()).toContain('Failed to fetch what waits for you')
  answers['GET /api/waiting'] = () => Response.json({ items, total: 2 })
  await press('Try again')
  expect(page()).toContain('Hold release')
})

test('the button of a low window says how many things wait', async () => {
  await show('/dashboard', <WaitingButton isShown={false} onToggle={() => {}} />)
  expect(page()).toBe('Waiting for me: 2')
})

test('every reason has its words', () => {
  const today = officeToday()
  const words = (more: Partial<WaitingItem>) => waitingWords({ ...ITEM, ...more }, today)
  expect(words({})).toBe('new in your department, created 3 hours ago')
  expect(words({ code: 'question' })).toBe('Somebody asked you 3 hours ago')
  expect(words({ code: 'overdue', dueDate: addDays(today, -3) })).toBe('assigned to you, 3 days overdue')
  expect(words({ code: 'due-soon', dueDate: addDays(today, 1) })).toBe('assigned to you, due tomorrow')
  expect(words({ code: 'weather' as 'review' })).toBe('waits for you')
})
