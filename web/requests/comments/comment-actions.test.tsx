import { act } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { shows } from '../../testing/part.tsx'
import { startSession } from '../../client/session.ts'
import { buildComment } from '../../testing/comment.ts'
import { type } from '../../testing/render.ts'
import {
  answers,
  control,
  draft,
  keepDraft,
  page,
  press,
  sent,
  settle,
  show,
  toasts,
  withTestServer,
} from '../../testing/request-screens.tsx'
import { buildToken, buildUser } from '../../testing/session.ts'
import { CommentMarkdown } from './CommentMarkdown.ts'
import { CommentsTab } from './CommentsTab.tsx'

withTestServer()
beforeAll(() => CommentMarkdown.load())

const COMMENTS = <CommentsTab requestId="r1" focus={{ wanted: false, taken: () => {} }} level={3} />
const BEN = { firstName: 'Ben', lastName: 'Marlow' }
const field = (label: string) => {
  const { htmlFor } = control<HTMLLabelElement>('label', label)
  return document.querySelector<HTMLTextAreaElement>(`textarea[id="${htmlFor}"]`)!
}
const stored = (...comments: ReturnType<typeof buildComment>[]) => {
  answers['GET /api/requests/r1/comments'] = () => Response.json(comments)
}
const mayBeInternal = () =>
  startSession({
    token: buildToken(new Date()),
    user: buildUser({ id: 'ben', permissions: ['comments.create', 'comments.internal'] }),
  })
const key = (name: string) => {
  const event = new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true })
  act(() => void document.activeElement?.dispatchEvent(event))
  return event
}

test('the author edits a comment; until it is saved the text is a draft', async () => {
  stored(buildComment({ mayChange: true }))
  answers['PUT /api/comments/c1'] = () => {
    stored(buildComment({ comment: 'Changed', mayChange: true, editedAt: '2026-03-10T10:00:00.000Z' }))
    return Response.json(buildComment({ comment: 'Changed', mayChange: true, editedAt: '2026-03-10T10:00:00.000Z' }))
  }
  await show('/requests', COMMENTS)
  await press('Edit your comment')
  expect(field('Edit your comment').value).toBe('A remark')
  type(field('Edit your comment'), 'Changed')
  await shows(() => expect(draft('comment-edit.c1') ?? '').toContain('Changed'))
  await press('Save')
  expect(sent('PUT')).toMatchObject([{ path: '/api/comments/c1', body: { comment: 'Changed', version: 1 } }])
  expect(document.querySelector('.comment')?.textContent).toContain('Changed')
  expect(page()).toContain('edited')
  expect(draft('comment-edit.c1')).toBeNull()
  expect(document.activeElement?.id).toBe('comment-c1')
})

/** Saves an edit of a comment that was changed in another tab meanwhile. @returns what is stored */
async function saveTooLate() {
  stored(buildComment({ mayChange: true }))
  const theirs = buildComment({ comment: 'From the other tab', mayChange: true, version: 2 })
  answers['PUT /api/comments/c1'] = () => {
    stored(theirs)
    return Response.json({ error: 'Changed elsewhere', code: 'stale-version', current: theirs }, { status: 409 })
  }
  await show('/requests', COMMENTS)
  await press('Edit your comment')
  type(field('Edit your comment'), 'Mine')
  await press('Save')
  return theirs
}

test('an edit that met another one keeps what was typed, shows what is stored, and replaces it when saved again', async () => {
  const theirs = await saveTooLate()
  expect(field('Edit your comment').value).toBe('Mine')
  expect(page()).toContain('This comment was changed elsewhere')
  expect(page()).toContain('From the other tab')
  answers['PUT /api/comments/c1'] = () => Response.json({ ...theirs, comment: 'Mine', version: 3 })
  await press('Save')
  expect(sent('PUT').at(-1)).toMatchObject({ body: { comment: 'Mine', version: 2 } })
})

test('the stored text of a comment can be taken instead of one’s own', async () => {
  await saveTooLate()
  await press('Use the stored text')
  expect(field('Edit your comment').value).toBe('From the other tab')
  expect(document.activeElement).toBe(field('Edit your comment'))
  expect(page()).not.toContain('This comment was changed elsewhere')
  expect(draft('comment-edit.c1')).toBeNull()
})

test('a draft that is older than the comment is saved against the text that it began with', async () => {
  keepDraft('comment-edit.c1', 'Mine')
  keepDraft('comment-edit-version.c1', '1')
  stored(buildComment({ comment: 'From the other tab', mayChange: true, version: 2 }))
  answers['PUT /api/comments/c1'] = () => Response.json(buildComment({ comment: 'Mine', mayChange: true, version: 3 }))
  await show('/requests', COMMENTS)
  await press('Edit your comment')
  await press('Save')
  expect(sent('PUT')).toMatchObject([{ body: { comment: 'Mine', version: 1 } }])
})

test('a comment is deleted after a question, and leaves a trace', async () => {
  stored(buildComment({ mayChange: true }))
  answers['DELETE /api/comments/c1'] = () => {
    const trace = buildComment({ comment: '', deletedAt: '2026-03-10T10:00:00.000Z' })
    stored(trace)
    return Response.json(trace)
  }
  await show('/requests', COMMENTS)
  await press('Delete your comment')
  expect(document.activeElement?.textContent).toBe('Keep')
  await press('Keep')
  expect(sent('DELETE')).toEqual([])
  await press('Delete your comment')
  await press('Delete')
  expect(page()).toContain('Deleted by its author')
  expect(page()).not.toContain('A remark')
  expect(toasts()).toEqual([['Comment deleted', undefined]])
})

test('others neither edit nor delete a comment, but quote it with its author', async () => {
  keepDraft('comment.r1', 'I agree.')
  stored(buildComment({ user: BEN, comment: 'One\n\nTwo' }))
  await show('/requests', COMMENTS)
  expect(page()).not.toContain('Edit your comment')
  await press('Quote the comment by Ben Marlow')
  expect(field('Your comment').value).toBe('I agree.\n\n> **Ben Marlow**:\n>\n> One\n>\n> Two\n\n')
  expect(document.activeElement).toBe(field('Your comment'))
})

test('the link to a comment opens the request at it, also on an earlier page', async () => {
  const writeText = vi.fn<(link: string) => Promise<void>>(() => Promise.resolve())
  vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } })
  answers['GET /api/requests/r1/comments'] = () => {
    const isFirst = !sent('GET').at(-1)!.path.includes('before')
    if (!isFirst) return Response.json([buildComment({ id: 'c1', user: BEN })])
    const link = '</api/requests/r1/comments?before=c2>; rel="next"'
    return Response.json([buildComment({ id: 'c2' })], { headers: { Link: link } })
  }
  await show('/requests/r1?tab=comments&comment=c1', COMMENTS)
  expect(document.activeElement?.id).toBe('comment-c1')
  expect(document.activeElement?.className).toContain('target')
  await press('Copy the link to the comment by Ben Marlow')
  expect(writeText.mock.calls[0]![0]).toMatch(/\/requests\/r1\?tab=comments&comment=c1$/)
})

test('an internal note is marked, and the choice to write one is kept with its draft', async () => {
  mayBeInternal()
  stored(buildComment({ internal: true }))
  answers['POST /api/requests/r1/comments'] = () =>
    Response.json(buildComment({ id: 'c2', internal: true }), { status: 201 })
  await show('/requests', COMMENTS)
  expect(document.querySelector('.comment.internal')?.textContent).toContain('Internal note')
  const toggle = document.querySelector<HTMLInputElement>('[role=switch]')!
  act(() => toggle.click())
  type(field('Your internal note'), 'For us alone')
  await shows(() => expect(draft('comment-internal.r1') ?? '').toContain('internal'))
  await press('Add internal note')
  expect(sent('POST')).toMatchObject([{ body: { comment: 'For us alone', internal: true } }])
  expect(toggle.checked).toBe(false)
  expect(draft('comment-internal.r1')).toBeNull()
})

test('people without the permission have no switch, and send no internal note whatever their draft says', async () => {
  keepDraft('comment-internal.r1', 'internal')
  keepDraft('comment.r1', 'Hello')
  answers['POST /api/requests/r1/comments'] = () => Response.json(buildComment(), { status: 201 })
  await show('/requests', COMMENTS)
  expect(document.querySelector('[role=switch]')).toBeNull()
  await press('Add Comment')
  expect(sent('POST')).toMatchObject([{ body: { comment: 'Hello' } }])
})

async function typeMention(text: string) {
  const area = field('Your comment')
  act(() => area.focus())
  type(area, text)
  await act(() => new Promise<void>((resolve) => setTimeout(resolve, 200)))
  await settle()
}
const options = () => [...document.querySelectorAll('[role=option]')].map((option) => option.textContent)

test('a name is completed by keyboard, and Escape closes the list alone', async () => {
  answers['GET /api/requests/r1/mentionable'] = () =>
    Response.json({
      people: [
        { username: 'ada', firstName: 'Ada', lastName: 'Quint' },
        { username: 'dan', firstName: 'Dan', lastName: 'Osei' },
      ],
    })
  await show('/requests', COMMENTS)
  await typeMention('Please ask @da')
  expect(options()).toEqual(['Ada Quint @ada', 'Dan Osei @dan'])
  expect(sent('GET').at(-1)!.path).toBe('/api/requests/r1/mentionable?search=da')
  key('ArrowDown')
  const area = field('Your comment')
  const active = document.getElementById(area.getAttribute('aria-activedescendant')!)
  expect([active?.textContent, active?.getAttribute('aria-selected')]).toEqual(['Dan Osei @dan', 'true'])
  expect(key('Enter').defaultPrevented).toBe(true)
  expect(area.value).toBe('Please ask @dan ')
  expect(options()).toEqual([])

  await typeMention('Please ask @dan and @a')
  expect(options()).toHaveLength(2)
  expect(key('Escape').defaultPrevented).toBe(true)
  expect(options()).toEqual([])
  expect(area.value).toBe('Please ask @dan and @a')
  expect(key('Tab').defaultPrevented).toBe(false)
})

test('keys pressed faster than names arrive take nobody else, and are typed behind the name', async () => {
  const ada = { username: 'ada', firstName: 'Ada', lastName: 'Quint' }
  const dan = { username: 'dan', firstName: 'Dan', lastName: 'Osei' }
  answers['GET /api/requests/r1/mentionable'] = () => Response.json({ people: [ada, dan] })
  await show('/requests', COMMENTS)
  await typeMention('@')
  expect(options()).toHaveLength(2)
  const area = field('Your comment')
  type(area, '@os')
  expect(options()).toEqual(['Dan Osei @dan'])
  key('Enter')
  expect([area.value, area.selectionStart]).toEqual(['@dan ', 5])
  type(area, '@zz')
  expect(options()).toEqual([])
  expect(key('Enter').defaultPrevented).toBe(false)
})

test('an e-mail address asks for no names', async () => {
  await show('/requests', COMMENTS)
  await typeMention('Write to ada@off')
  expect(sent('GET').map(({ path }) => path)).toEqual(['/api/requests/r1/comments'])
})
