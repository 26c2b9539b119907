import { act, useState } from 'react'
import { expect, test } from 'vitest'
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
} from '../requests/test-screens.tsx'
import { endSession, startSession } from '../session.ts'
import { type } from '../testing/render.ts'
import { buildToken, buildUser } from '../testing/session.ts'
import { CommentsTab } from './CommentsTab.tsx'

withTestServer()

const COMMENTS = <CommentsTab requestId="r1" focus={{ wanted: false, taken: () => {} }} level={3} />

test('comments that cannot be read say so', async () => {
  answers['GET /api/requests/r1/comments'] = problem(500, 'Broken')
  await show('/requests', COMMENTS)
  expect(page()).toContain('Failed to fetch comments')
})

test('of a long discussion the newest part is drawn first, and more on demand', async () => {
  const many = Array.from({ length: 180 }, (_, i) => ({
    id: `c${i}`,
    comment: `Remark ${i + 1}.`,
    createdAt: REQUEST.createdAt,
    user: null,
  }))
  answers['GET /api/requests/r1/comments'] = () => Response.json(many)
  await show('/requests', COMMENTS)
  const remarks = () => [...document.querySelectorAll('.comment .prose')].map((text) => text.textContent)
  expect(remarks()).toHaveLength(50)
  expect(remarks().at(0)).toBe('Remark 131.')
  expect(remarks().at(-1)).toBe('Remark 180.')
  await press('Show 100 earlier')
  expect(remarks().at(0)).toBe('Remark 31.')
  await press('Show 30 earlier')
  expect(remarks()).toHaveLength(180)
  expect(page()).not.toContain('earlier')
})

test('a comment is sent, told and shown, and its draft goes', async () => {
  keepDraft('comment.r1', 'A remark')
  answers['POST /api/requests/r1/comments'] = () => {
    const comment = { id: 'c1', comment: 'A remark', createdAt: REQUEST.createdAt, user: null }
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

test('a comment that fails stays in its field', async () => {
  keepDraft('comment.r1', 'A remark')
  answers['POST /api/requests/r1/comments'] = () => Promise.reject(new TypeError('network'))
  await show('/requests', COMMENTS)
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
  const stored = { id: 'c1', comment: 'A remark', createdAt: REQUEST.createdAt, user: null }
  resolve(Response.json(stored, { status: 201 }))
  await settle()
  expect(toasts()).toEqual([['Comment Added', undefined]])
  expect(draft('comment.r1')).toEqual(left)
})

test('a blank comment cannot be sent by the button, and by the keyboard is told', async () => {
  await show('/requests', COMMENTS)
  expect(control<HTMLButtonElement>('button', 'Add Comment').disabled).toBe(true)
  const enter = new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true })
  act(() => void document.querySelector('textarea')?.dispatchEvent(enter))
  expect(toasts()[0]).toEqual(['Error', 'Please enter a comment'])
  expect(sent('POST')).toEqual([])
})

test('nobody sees the drafts of another person', async () => {
  keepDraft('comment.r1', 'Mine alone')
  endSession('signed-out')
  startSession({ token: buildToken(new Date()), user: buildUser({ id: 'dan', permissions: ['comments.create'] }) })
  await show('/requests', COMMENTS)
  expect(document.querySelector('textarea')?.value).toBe('')
})
