import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shows } from '../../testing/part.tsx'
import type { Similar } from '../../../shared/similar-requests.ts'
import { render, type } from '../../testing/render.ts'
import { EMPTY_REQUEST, type NewRequestForm } from '../../requests/common/new-request.ts'
import SimilarHint from './SimilarHint.tsx'

const ASKED: Similar['requests'][number] = {
  id: 'id-7',
  requestId: 'RFD-2026-0007',
  title: 'Gate pass on the phone instead of paper',
  status: 'pending',
  likeness: 0.8,
  possibleDuplicate: true,
}

let leave: () => void
/** Requests to the server, newest last. */
let calls: unknown[]
let requests: Similar['requests']

beforeEach(() => {
  calls = []
  requests = [ASKED]
  vi.stubGlobal('fetch', async (_: URL, { body }: RequestInit) => {
    calls.push(JSON.parse(String(body)))
    return Response.json({ ready: true, requests } satisfies Similar)
  })
  leave = render(
    <QueryClientProvider client={new QueryClient()}>
      <Form />
    </QueryClientProvider>,
  )
})
afterEach(() => {
  leave()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function Form() {
  const form = useForm<NewRequestForm>({ defaultValues: EMPTY_REQUEST })
  return (
    <>
      <input {...form.register('title')} />
      <textarea {...form.register('description')} />
      <SimilarHint form={form} />
    </>
  )
}

const field = () => document.querySelector('input')!
const hint = () => document.querySelector('[role=status]')!
function typeTitle(title: string): void {
  field().focus()
  type(field(), title)
}

test('a possible duplicate is announced politely, with a link, and the focus stays in the field', async () => {
  const before = hint()
  expect(before.textContent).toBe('')
  typeTitle(ASKED.title)
  await shows(() => expect(hint().textContent).toContain('This may already have been requested'))
  expect(calls).toEqual([{ title: ASKED.title, description: '', limit: 5 }])
  // A live region must exist before its text, or a screen reader would not announce it.
  expect(hint()).toBe(before)
  expect(document.activeElement).toBe(field())
  const link = hint().querySelector('a')!
  expect(link.getAttribute('href')).toBe('/requests/id-7')
  expect(link.textContent).toContain(`RFD-2026-0007 ${ASKED.title}`)
  link.focus()
  expect(document.activeElement).toBe(link)
})

test('merely similar requests are not mentioned, and an outdated warning is removed', async () => {
  typeTitle(ASKED.title)
  await shows(() => expect(hint().textContent).not.toBe(''))
  requests = [{ ...ASKED, possibleDuplicate: false }]
  typeTitle('Gate passes for visitors of the port')
  await shows(() => expect(hint().textContent).toBe(''))
  expect(calls).toHaveLength(2)
})

test('a few letters are not compared', async () => {
  vi.useFakeTimers()
  typeTitle('Gate')
  await act(() => vi.advanceTimersByTimeAsync(5000))
  expect(calls).toEqual([])
})
