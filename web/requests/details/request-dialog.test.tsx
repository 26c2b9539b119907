import { act } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { queryClient } from '../../client/query.ts'
import { buildComment } from '../../testing/comment.ts'
import { CommentMarkdown } from '../comments/CommentMarkdown.ts'
import { commentsOptions } from '../common/comments-api.ts'
import { shows } from '../../testing/part.tsx'
import RequestDialogs from '../RequestDialogs.tsx'
import { RequestList } from '../list/RequestList.tsx'
import {
  answers,
  control,
  page,
  press,
  REQUEST,
  sent,
  settle,
  show,
  withTestServer,
} from '../../testing/request-screens.tsx'

withTestServer()
beforeAll(() => CommentMarkdown.load())

test('the newest page of a long history is read first, with its comments, and the earlier one on demand', async () => {
  const at = (minute: number) => `2026-03-10T09:${minute}:00.000Z`
  const commentOf = (id: number) => ({
    id,
    action: 'commented',
    field: null,
    old: null,
    new: null,
    version: 1,
    at: at(10 + id),
    actor: { firstName: `No${id}`, lastName: 'Body' },
  })
  const comment = (id: number) => buildComment({ id: `c${id}`, comment: `Remark ${id}.`, createdAt: at(10 + id) })
  for (const [part, before, entry] of [
    ['history', 2, commentOf],
    ['comments', 'c2', comment],
  ] as const)
    answers[`GET /api/requests/r1/${part}`] = () => {
      const isEarlier = sent('GET')
        .findLast(({ path }) => path.includes(part))!
        .path.includes('before')
      const link = { headers: { Link: `</api/requests/r1/${part}?before=${before}>; rel="next"` } }
      return isEarlier ? Response.json([entry(1)]) : Response.json([entry(2), entry(3)], link)
    }
  await show('/requests?request=r1')
  const events = () =>
    [...document.querySelectorAll('.timeline li')].map((item) =>
      /No\d|Remark \d/g[Symbol.match](item.textContent ?? ''),
    )
  expect(events()).toEqual([
    ['No3', 'Remark 3'],
    ['No2', 'Remark 2'],
  ])
  expect(control('[role=tab]', 'Comments').textContent).toContain('2+')
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(document.querySelector('[data-sheet=request]')?.textContent).toContain('Earlier entries are left out.')
  act(() => void window.dispatchEvent(new Event('afterprint')))
  await press('Show earlier')
  expect(events().at(-1)).toEqual(['No1', 'Remark 1'])
  expect(page()).not.toContain('Show earlier')
  act(() => void window.dispatchEvent(new Event('beforeprint')))
  expect(document.querySelector('[data-sheet=request]')?.textContent).not.toContain('left out')
  act(() => void window.dispatchEvent(new Event('afterprint')))
})

test('a neighbour that arrives after the dialog was closed does not reopen it', async () => {
  const neighbour = { ...REQUEST, id: 'r2', requestId: 'RFD-2026-0416' }
  const isSecond = () => sent('GET').at(-1)?.path.includes('page=2')
  let arrive: (answer: Response) => void = () => {}
  answers['GET /api/requests'] = () =>
    isSecond()
      ? new Promise((resolve) => (arrive = resolve))
      : Response.json({ requests: [REQUEST], total: 11, exact: true })
  await show(
    '/requests?request=r1',
    <>
      <RequestList />
      <RequestDialogs />
    </>,
  )
  act(() => control('button', 'Next request').click())
  await vi.waitFor(() => expect(isSecond()).toBe(true), { timeout: 300_000 })
  act(() => control('button', 'Close').click())
  arrive(Response.json({ requests: [neighbour], total: 11, exact: true }))
  await settle()
  expect(window.location.search).toBe('')
  expect(document.querySelector('[role=dialog]')).toBeNull()
})

test('a PDF that arrives after the next request was opened is saved under the number of its own', async () => {
  const next = { ...REQUEST, id: 'r2', requestId: 'RFD-2026-0416' }
  answers['GET /api/requests'] = () => Response.json({ requests: [REQUEST, next], total: 2, exact: true })
  answers['GET /api/requests/r2'] = () => Response.json(next)
  answers['GET /api/requests/r2/history'] = answers['GET /api/requests/r2/comments'] = () => Response.json([])
  const { promise, resolve } = Promise.withResolvers<Response>()
  answers['GET /api/requests/r1/pdf'] = () => promise
  const saved: string[] = []
  await show(
    '/requests?request=r1',
    <>
      <RequestList />
      <RequestDialogs />
    </>,
  )
  act(() => control('button', 'Save as PDF').click())
  await shows(() => expect(sent('GET').map(({ path }) => path)).toContain('/api/requests/r1/pdf'))
  act(() => control('button', 'Next request').click())
  await shows(() => expect(document.querySelector('[role=dialog]')?.textContent).toContain(next.requestId))
  expect(control('button', 'Save as PDF').getAttribute('aria-busy')).not.toBe('true')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  resolve(new Response('%PDF'))
  await settle()
  expect(saved).toEqual([expect.stringMatching(/^RFD-2026-0417 .+\.pdf$/)])
})

test('opened by its number, a request shows the comments of now, not those that were cached by its id', async () => {
  const comments = commentsOptions('r1')
  answers['GET /api/requests/r1/comments'] = () => Response.json([])
  await queryClient.prefetchInfiniteQuery(comments)
  queryClient.setQueryData(comments.queryKey, (read) => read, { updatedAt: Date.now() - 10_000 })
  answers[`GET /api/requests/${REQUEST.requestId}`] = () => Response.json(REQUEST)
  const comment = buildComment({ comment: 'Said meanwhile.' })
  answers['GET /api/requests/r1/comments'] = () => Response.json([comment])
  await show(`/requests?request=${REQUEST.requestId}&tab=comments`)
  expect(page()).toContain('Said meanwhile.')
  expect(sent('GET').filter(({ path }) => path === '/api/requests/r1/comments')).toHaveLength(2)
})
