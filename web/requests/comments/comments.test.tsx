import { act, useState } from 'react'
import { beforeAll, expect, test } from 'vitest'
import {
  answers,
  control,
  draft,
  keepDraft,
  page,
  press,
  problem,
  REQUEST,
  sent,
  settle,
  show,
  toasts,
  withTestServer,
} from '../../testing/request-screens.tsx'
import { endSession, startSession } from '../../client/session.ts'
import { type } from '../../testing/render.ts'
import { buildToken, buildUser } from '../../testing/session.ts'
import { buildComment } from '../../testing/comment.ts'
import { CommentMarkdown } from './CommentMarkdown.ts'
import { CommentsTab } from './CommentsTab.tsx'

withTestServer()
beforeAll(() => CommentMarkdown.load())

const COMMENTS = <CommentsTab requestId="r1" focus={{ wanted: false, taken: () => {} }} level={3} />

test('comments that cannot be read say so', async () => {
  answers['GET /api/requests/r1/comments'] = problem(500, 'Broken')
  await show('/requests', COMMENTS)
  expect(page()).toContain('Failed to fetch comments')
})

const remark = (number: number) => buildComment({ id: `c${number}`, comment: `Remark ${number}.` })
const remarks = () => [...document.querySelectorAll('.comment .prose')].map((text) => text.textContent)
const withEarlier = (entries: object[], before: string) =>
  Response.json(entries, { headers: { Link: `</api/requests/r1/comments?before=${before}>; rel="next"` } })

test('of a long discussion the newest page is read first, and the earlier ones on demand', async () => {
  answers['GET /api/requests/r1/comments'] = () => {
    const [, before] = sent('GET').at(-1)!.path.split('?before=')
    if (before === undefined) return withEarlier([remark(5), remark(6)], 'c5')
    return before === 'c5' ? withEarlier([remark(3), remark(4)], 'c3') : Response.json([remark(1), remark(2)])
  }
  await show('/requests', COMMENTS)
  expect(remarks()).toEqual(['Remark 5.', 'Remark 6.'])
  control('button', 'Show earlier').focus()
  await press('Show earlier')
  expect(remarks()).toEqual(['Remark 3.', 'Remark 4.', 'Remark 5.', 'Remark 6.'])
  await press('Show earlier')
  expect(remarks()).toHaveLength(6)
  expect(page()).not.toContain('earlier')
  // The button unmounts with the last page.
  expect(document.activeElement?.className).toBe('comments')
})

test('earlier comments that cannot be read say so beside those that are there, and can be tried again', async () => {
  let isDown = true
  answers['GET /api/requests/r1/comments'] = () => {
    if (!sent('GET').at(-1)!.path.includes('before')) return withEarlier([remark(2)], 'c2')
    return isDown ? problem(500, 'Broken')() : Response.json([remark(1)])
  }
  await show('/requests', COMMENTS)
  await press('Show earlier')
  expect(page()).toContain('Failed to fetch comments')
  expect(remarks()).toEqual(['Remark 2.'])
  isDown = false
  await press('Try again')
  expect(remarks()).toEqual(['Remark 1.', 'Remark 2.'])
  expect(page()).not.toContain('Failed')
})

test('a comment is sent, confirmed and shown, and its draft is cleared', async () => {
  keepDraft('comment.r1', 'A remark')
  answers['POST /api/requests/r1/comments'] = () => {
    const comment = buildComment({ comment: 'A remark' })
    answers['GET /api/requests/r1/comments'] = () => Response.json([comment])
    return Response.json(comment, { status: 201 })
  }
  await show('/requests', COMMENTS)
  await press('Add Comment')
  expect(toasts()).toEqual([['Comment Added', undefined]])
  expect(document.querySelector('.comment')?.textContent).toContain('A remark')
  expect(document.querySelector('textarea')?.value).toBe('')
  expect(draft('comment.r1')).toBeNull()
})

test('a comment also shows what happened to the request meanwhile, by whichever address it was opened', async () => {
  answers['GET /api/requests/RFD-2026-0417'] = () => Response.json(REQUEST)
  answers['POST /api/requests/r1/comments'] = () => Response.json(remark(1), { status: 201 })
  keepDraft('comment.r1', 'Remark 1.')
  await show('/requests?request=RFD-2026-0417&tab=comments')
  expect(page()).toContain('Pending Review')
  answers['GET /api/requests/RFD-2026-0417'] = () => Response.json({ ...REQUEST, status: 'rejected' })
  await press('Add Comment')
  expect(page()).toContain('Rejected')
  expect(page()).not.toContain('Pending Review')
})

test('discarding an unsent comment leaves the focus in its field', async () => {
  keepDraft('comment.r1', 'A remark')
  await show('/requests', COMMENTS)
  control('button', 'Discard').focus()
  await press('Discard')
  expect(document.querySelector('textarea')?.value).toBe('')
  expect(document.activeElement?.tagName).toBe('TEXTAREA')
})

test('a comment that fails stays in its field', async () => {
  keepDraft('comment.r1', 'A remark')
  answers['POST /api/requests/r1/comments'] = () => Promise.reject(new TypeError('network'))
  await show('/requests', COMMENTS)
  await press('Add Comment')
  expect(toasts()[0]).toEqual(['Error', 'The server cannot be reached. Check your connection and try again.'])
  answers['POST /api/requests/r1/comments'] = () => Promise.reject(new Error())
  await press('Add Comment')
  expect(toasts()[0]).toEqual(['Error', 'Failed to add comment'])
  expect(document.querySelector('textarea')?.value).toBe('A remark')
})

function Leavable() {
  const [isOpen, setOpen] = useState(true)
  return (
    <>
      <button onClick={() => setOpen(false)}>Leave</button>
      {isOpen && COMMENTS}
    </>
  )
}

test.each([
  ['nothing is left of it as a draft', 'A remark', null],
  ['what was typed on meanwhile is', 'A remark, and more', expect.stringContaining('A remark, and more')],
])('when a comment is stored after its tab was left, %s', async (_, typedOn, left) => {
  keepDraft('comment.r1', 'A remark')
  const { promise, resolve } = Promise.withResolvers<Response>()
  answers['POST /api/requests/r1/comments'] = () => promise
  await show('/requests', <Leavable />)
  act(() => control('button', 'Add Comment').click())
  type(document.querySelector('textarea')!, typedOn)
  act(() => control('button', 'Leave').click())
  resolve(Response.json(buildComment({ comment: 'A remark' }), { status: 201 }))
  await settle()
  expect(toasts()).toEqual([['Comment Added', undefined]])
  expect(draft('comment.r1')).toEqual(left)
})

test('a blank comment cannot be sent by the button, and by the keyboard shows an error', async () => {
  await show('/requests', COMMENTS)
  expect(control<HTMLButtonElement>('button', 'Add Comment').disabled).toBe(true)
  const enter = new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true })
  act(() => void document.querySelector('textarea')?.dispatchEvent(enter))
  expect(toasts()[0]).toEqual(['Error', 'Please enter a comment'])
  expect(sent('POST')).toEqual([])
})

test('drafts of another person are not shown', async () => {
  keepDraft('comment.r1', 'Mine alone')
  endSession('signed-out')
  startSession({ token: buildToken(new Date()), user: buildUser({ id: 'dan', permissions: ['comments.create'] }) })
  await show('/requests', COMMENTS)
  expect(document.querySelector('textarea')?.value).toBe('')
})
