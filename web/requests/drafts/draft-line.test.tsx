import { act } from 'react'
import { useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endSession, startSession } from '../../client/session.ts'
import { render, type } from '../../testing/render.ts'
import { buildToken, buildUser } from '../../testing/session.ts'
import { DraftHint } from './DraftHint.tsx'
import { DraftLine } from './DraftLine.tsx'
import { useDraft, useFormDraft } from './drafts.ts'

function Box() {
  const [text, setText, draft] = useDraft('comment.7')
  return (
    <>
      <input value={text} onChange={(event) => setText(event.target.value)} />
      <DraftHint draft={draft} />
    </>
  )
}
function Form() {
  const form = useForm({ defaultValues: { title: '' } })
  const draft = useFormDraft(form, 'new-request')
  return (
    <form>
      <input {...form.register('title')} />
      <DraftLine draft={draft} dirty={form.formState.isDirty} />
    </form>
  )
}

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T10:02:00.000Z') })
  startSession({ token: buildToken(new Date()), user: buildUser({ id: 'ada' }) })
})
afterEach(() => {
  vi.useRealTimers()
  endSession(null)
  localStorage.clear()
})

const field = () => document.querySelector('input')!
const typeAndWait = (text: string) => {
  type(field(), text)
  act(() => void vi.advanceTimersByTime(300))
}

test.each([Box, Form])('a restored draft that is changed says when it was saved, and can be discarded', (Screen) => {
  let away = render(<Screen />)
  typeAndWait('Please check the bond')
  away()
  away = render(<Screen />)
  act(() => void vi.advanceTimersByTime(300))
  expect(document.body.textContent).toBe('Draft restoredDiscard')
  typeAndWait('Please check the bond again')
  expect(document.body.textContent).toMatch(/^Draft saved at \d\d:02Discard$/)
  act(() => document.querySelector('button')!.click())
  expect(field().value).toBe('')
  away()
})
