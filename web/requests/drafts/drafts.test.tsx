import { act } from 'react'
import { useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { discardWithUndo } from './discard.ts'
import { discardDraft, readDraft } from './draft-store.ts'
import { useDraft, useFormDraft } from './drafts.ts'
import type { DraftState } from './draft-state.ts'
import { endSession, startSession } from '../../client/session.ts'
import { render, type } from '../../testing/render.ts'
import { buildToken, buildUser } from '../../testing/session.ts'
import { DraftHint } from './DraftHint.tsx'
import { currentToasts, dismissToast } from '../../ui/toast.ts'

const signInAs = (id: string) => startSession({ token: buildToken(new Date()), user: buildUser({ id }) })
const textarea = () => document.querySelector('textarea') as HTMLTextAreaElement
const field = (name: string) => document.querySelector(`[name=${name}]`) as HTMLInputElement
function wait(ms: number) {
  act(() => {
    vi.advanceTimersByTime(ms)
  })
}
const click = (words: string) =>
  act(() => [...document.querySelectorAll('button')].find((button) => button.textContent === words)?.click())

const undo = () =>
  act(() =>
    currentToasts()
      .find(({ title }) => title === 'Draft discarded')
      ?.links?.[0]?.onClick(),
  )

let draft: DraftState
function CommentBox() {
  const [text, setText, state] = useDraft('comment.7')
  draft = state
  return (
    <>
      <textarea value={text} onChange={(event) => setText(event.target.value)} />
      <DraftHint draft={state} />
    </>
  )
}
function Form() {
  const form = useForm({ defaultValues: { title: '', password: '' } })
  const state = useFormDraft(form, 'new-request', { leaveOut: ['password'] })
  draft = state
  return (
    <form>
      <input {...form.register('title')} />
      <input {...form.register('password')} />
      <DraftHint draft={state} />
    </form>
  )
}

beforeEach(() => {
  vi.useFakeTimers()
  signInAs('ada')
})
afterEach(() => {
  for (const { id } of currentToasts()) dismissToast(id)
  vi.runAllTimers()
  vi.useRealTimers()
  endSession(null)
  localStorage.clear()
})

test('typed text is saved within 300 ms and restored with the form', () => {
  let away = render(<CommentBox />)
  type(textarea(), 'Please check the bond')
  wait(300)
  expect(readDraft('comment.7')?.value).toBe('Please check the bond')
  away()
  away = render(<CommentBox />)
  expect(textarea().value).toBe('Please check the bond')
  expect(document.body.textContent).toContain('Draft restored')
  away()
})

test('one click restores discarded text into the open form', () => {
  const away = render(<CommentBox />)
  type(textarea(), 'Please check the bond')
  act(() => draft.discard())
  expect(textarea().value).toBe('')
  expect(readDraft('comment.7')).toBeNull()
  undo()
  expect(textarea().value).toBe('Please check the bond')
  expect(readDraft('comment.7')?.value).toBe('Please check the bond')
  away()
})

test('text that is restored after its form was closed becomes a draft again', () => {
  const away = render(<CommentBox />)
  type(textarea(), 'Please check the bond')
  away()
  discardWithUndo('comment.7')
  expect(readDraft('comment.7')).toBeNull()
  undo()
  expect(readDraft('comment.7')?.value).toBe('Please check the bond')
})

test('restored text does not overwrite what has been typed since', () => {
  const away = render(<CommentBox />)
  type(textarea(), 'first')
  act(() => draft.discard())
  type(textarea(), 'second')
  undo()
  expect(textarea().value).toBe('second')
  away()
  expect(readDraft('comment.7')?.value).toBe('second')
})

test('an empty form has nothing to restore', () => {
  const away = render(<CommentBox />)
  act(() => draft.discard())
  expect(currentToasts()).toEqual([])
  away()
})

test('leaving the page saves the last change at once', () => {
  const away = render(<CommentBox />)
  type(textarea(), 'half a wo')
  act(() => void window.dispatchEvent(new Event('pagehide')))
  expect(readDraft('comment.7')?.value).toBe('half a wo')
  away()
})

test('closing the form saves the last change too', () => {
  const away = render(<CommentBox />)
  type(textarea(), 'half a wo')
  away()
  expect(readDraft('comment.7')?.value).toBe('half a wo')
})

test('a draft survives sign-out, and no other person sees it', () => {
  const away = render(<CommentBox />)
  type(textarea(), 'for my eyes')
  away()
  endSession('signed-out')
  signInAs('ben')
  const benAway = render(<CommentBox />)
  expect(textarea().value).toBe('')
  benAway()
  signInAs('ada')
  expect(readDraft('comment.7')?.value).toBe('for my eyes')
})

test('unsaved text of one person is not stored under the key of the next', () => {
  const away = render(<CommentBox />)
  type(textarea(), 'Ada’s words')
  signInAs('ben')
  away()
  expect(readDraft('comment.7')).toBeNull()
  signInAs('ada')
  expect(readDraft('comment.7')?.value).toBe('Ada’s words')
})

test('saving clears the draft, and nothing of it comes back later', () => {
  const away = render(<CommentBox />)
  type(textarea(), 'done')
  act(() => draft.clear())
  wait(1000)
  away()
  expect(readDraft('comment.7')).toBeNull()
})

test('a form closed while it was saved does not remove text typed into it since', () => {
  const away = render(<CommentBox />)
  type(textarea(), 'Sent')
  const first = draft
  away()
  const again = render(<CommentBox />)
  type(textarea(), 'Sent, and more')
  wait(300)
  act(() => first.clear())
  again()
  expect(readDraft('comment.7')?.value).toBe('Sent, and more')
})

test('a form closed while it was saved removes its draft', () => {
  const away = render(<CommentBox />)
  type(textarea(), 'Sent')
  away()
  draft.clear()
  expect(readDraft('comment.7')).toBeNull()
})

test.each<[string, (clear: () => void) => void]>([
  ['saved by the form that was closed before', (clear) => clear()],
  ['discarded from elsewhere', () => discardDraft('comment.7')],
])('a text that was %s does not stand in the form that was opened since', (_, end) => {
  const away = render(<CommentBox />)
  type(textarea(), 'Sent')
  const { clear } = draft
  away()
  const again = render(<CommentBox />)
  expect(textarea().value).toBe('Sent')
  act(() => end(clear))
  expect(textarea().value).toBe('')
  again()
  expect(readDraft('comment.7')).toBeNull()
})

test('a reopened form is emptied when its closed predecessor has saved the draft', () => {
  const away = render(<Form />)
  type(field('title'), 'Stop a manifest')
  away()
  const { clear } = draft
  const again = render(<Form />)
  expect(field('title').value).toBe('Stop a manifest')
  act(clear)
  expect(field('title').value).toBe('')
  type(field('title'), 'Another')
  again()
  expect(readDraft('new-request')?.value).toMatchObject({ title: 'Another' })
})

test('a form is restored with its fields, except those that are left out', () => {
  let away = render(<Form />)
  type(field('title'), 'Stop a manifest')
  type(field('password'), 'secret')
  wait(300)
  expect(localStorage.getItem('rfd.draft.ada.new-request')).not.toContain('secret')
  away()
  away = render(<Form />)
  expect(field('title').value).toBe('Stop a manifest')
  expect(field('password').value).toBe('')
  away()
})

test('discarding a restored form empties it and forgets the draft', () => {
  let away = render(<Form />)
  type(field('title'), 'Stop a manifest')
  away()
  away = render(<Form />)
  click('Discard')
  expect(field('title').value).toBe('')
  wait(1000)
  away()
  expect(readDraft('new-request')).toBeNull()
})

test('a form changed back to its default values has no draft', () => {
  const away = render(<Form />)
  type(field('title'), 'A')
  wait(300)
  type(field('title'), '')
  wait(300)
  expect(readDraft('new-request')).toBeNull()
  away()
})

test('pressed by a key, Discard hands the focus to the form: it goes away with the draft', () => {
  let away = render(<Form />)
  type(field('title'), 'Stop a manifest')
  away()
  away = render(<Form />)
  act(() => document.querySelector('button')?.focus())
  click('Discard')
  expect(document.querySelector('button')).toBeNull()
  expect(document.activeElement).toBe(field('title'))
  away()
})

test('a discarded text stays on the device for a day', () => {
  const discardedKeys = () => Object.keys(localStorage).filter((key) => key.startsWith('rfd.discarded.'))
  let away = render(<CommentBox />)
  type(textarea(), 'Please check the bond')
  act(() => draft.discard())
  away()
  wait(23 * 3_600_000)
  away = render(<Form />)
  expect(discardedKeys()).toEqual(['rfd.discarded.ada.comment.7'])
  away()
  wait(3_600_000)
  away = render(<Form />)
  expect(discardedKeys()).toEqual([])
  away()
})

test('text that another tab was filled with and has discarded stays a draft of the tab in which it was typed', () => {
  const shared = 'rfd.draft.ada.comment.7'
  const hear = (key: string, newValue: string | null) =>
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key, newValue })))
  const away = render(<CommentBox />)
  type(textarea(), 'Mine')
  wait(300)
  hear(shared, 'of the other tab')
  const own = Object.keys(localStorage).find((key) => key.startsWith(`${shared}~`)) ?? ''
  localStorage.removeItem(own)
  hear(own, null)
  expect(localStorage.getItem(own)).toContain('Mine')
  away()
})
