import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, useState } from 'react'
import { useForm } from 'react-hook-form'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SignedInUser } from '../../../shared/users.ts'
import { EMPTY_REQUEST, type NewRequestForm } from '../../requests/common/new-request.ts'
import { endSession, startSession } from '../../client/session.ts'
import { render } from '../../testing/render.ts'
import { buildToken, buildUser } from '../../testing/session.ts'
import { currentToasts, dismissToast } from '../../ui/toast.ts'
import ClassificationPanel from './ClassificationPanel.tsx'
import type { ClassifiedDraft } from './draft-classification.ts'
import { DRAFT, SUGGESTION } from '../../testing/ai-example.ts'

let leave: () => void
let values: () => NewRequestForm
let submitted: () => void
/** Requests to the server, newest last. */
let calls: { path: string; body: unknown }[]
let answer: () => Response | Promise<Response>

const signIn = (...permissions: SignedInUser['permissions']) =>
  startSession({ token: buildToken(new Date()), user: buildUser({ permissions }) })

beforeEach(() => {
  calls = []
  signIn('requests.create', 'ai.classify')
  answer = () => Response.json(SUGGESTION)
  vi.stubGlobal('fetch', async (url: URL, { body }: RequestInit) => {
    calls.push({ path: url.pathname, body: JSON.parse(String(body)) })
    return url.pathname === '/api/ai/feedback' ? new Response(null, { status: 204 }) : answer()
  })
})
afterEach(() => {
  leave()
  for (const { id } of currentToasts()) dismissToast(id)
  endSession(null)
  vi.unstubAllGlobals()
})

function Tab({ filled }: { filled: Partial<NewRequestForm> }) {
  const form = useForm<NewRequestForm, unknown, NewRequestForm>({ defaultValues: { ...EMPTY_REQUEST, ...filled } })
  const [classified, setClassified] = useState<ClassifiedDraft | null>(null)
  values = form.getValues
  submitted = () => form.reset(EMPTY_REQUEST)
  return <ClassificationPanel form={form} classified={classified} onClassified={setClassified} />
}

function open(filled: Partial<NewRequestForm>): void {
  const defaultOptions = { mutations: { retry: false }, queries: { queryFn: () => ({ languageModel: null }) } }
  const client = new QueryClient({ defaultOptions })
  leave = render(
    <QueryClientProvider client={client}>
      <Tab filled={filled} />
    </QueryClientProvider>,
  )
}

function button(name: RegExp): HTMLButtonElement {
  const found = [...document.querySelectorAll('button')].find((it) =>
    name.test(it.getAttribute('aria-label') ?? it.textContent ?? ''),
  )
  if (!found) throw new Error(`There is no button ${name}`)
  return found
}

async function press(name: RegExp): Promise<void> {
  await act(async () => {
    button(name).click()
    await new Promise((resolve) => setTimeout(resolve, 0))
  })
  await act(async () => void (await new Promise((resolve) => setTimeout(resolve, 0))))
}

const newestToast = () => currentToasts().find(({ open }) => open)
const text = () => document.body.textContent ?? ''

test.each([
  ['a title', { description: 'Something' }],
  ['a description', { title: 'Something', description: '  \n ' }],
])('without %s nothing is sent, and what is missing is said', async (_, filled) => {
  open(filled)
  await press(/Classify This Request/)
  expect(calls).toEqual([])
  expect(newestToast()).toMatchObject({
    title: 'Missing Information',
    description: 'Please fill in both title and description before classifying.',
  })
})

test('title and description are sent trimmed, and no department as Unknown', async () => {
  open({ title: `  ${DRAFT.title} `, description: `${DRAFT.description}\n` })
  await press(/Classify This Request/)
  expect(calls).toEqual([{ path: '/api/ai/classify-request', body: { ...DRAFT, department: 'Unknown' } }])
  expect(newestToast()).toMatchObject({ title: 'Classification Complete' })
})

test('a role that cannot have requests classified is offered no classification', () => {
  signIn('requests.create')
  open(DRAFT)
  expect(text()).toContain('Your role cannot have requests classified')
  expect(document.querySelectorAll('button')).toHaveLength(0)
})

test('a suggestion stays when the role loses the permission, and cannot be repeated', async () => {
  open(DRAFT)
  await press(/Classify This Request/)
  act(() => signIn('requests.create'))
  expect(() => button(/Re-analyze Request/)).toThrow()
  await press(/^Use High$/)
  expect(values().priority).toBe('high')
})

test('a classification that ends after its text was submitted says nothing', async () => {
  const { promise, resolve } = Promise.withResolvers<Response>()
  answer = () => promise
  open(DRAFT)
  await press(/Classify This Request/)
  act(() => submitted())
  resolve(Response.json(SUGGESTION))
  await act(async () => void (await new Promise((done) => setTimeout(done, 0))))
  await vi.waitFor(() => expect(button(/Classify This Request/).getAttribute('aria-busy')).not.toBe('true'), {
    timeout: 300_000,
  })
  expect(newestToast()).toBeUndefined()
})

test('values, probabilities, reasons, time and engine are shown, and the deciding words are marked', async () => {
  open({ ...DRAFT, department: 'data' })
  await press(/Classify This Request/)
  for (const sentence of [
    '81%',
    'High',
    'Backend',
    'Operations',
    '89%',
    'Best guess',
    'Say how many people are affected.',
    SUGGESTION.reasoning,
    '2–4 weeks',
    '68% confidence',
    '7 finished requests are alike.',
    'local 1.3',
    'your form says Data Management',
  ])
    expect(text()).toContain(sentence)
  const marked = [...document.querySelectorAll('[aria-label="The text with those words highlighted"] mark')]
  expect(marked.map(({ textContent }) => textContent)).toEqual(['manifest', 'voyage'])
  expect(marked.map(({ className }) => className.includes('little'))).toEqual([false, true])
})

test('a classification fills an empty priority and leaves a chosen one alone', async () => {
  open({ ...DRAFT, priority: '' })
  await press(/Classify This Request/)
  expect(values()).toMatchObject({ priority: 'high', department: '' })
  leave()
  open({ ...DRAFT, priority: 'medium' })
  await press(/Classify This Request/)
  expect(values()).toMatchObject({ priority: 'medium', department: '' })
})

test('the priority can be left to the classification', async () => {
  open(DRAFT)
  await press(/Clear it/)
  expect(values().priority).toBe('')
  await press(/Classify This Request/)
  expect(values().priority).toBe('high')
})

test('one value is applied, reported and undone', async () => {
  open(DRAFT)
  await press(/Classify This Request/)
  await press(/^Use High$/)
  expect(values().priority).toBe('high')
  expect(calls.at(-1)).toEqual({
    path: '/api/ai/feedback',
    body: { suggestionId: 'sug-1', decisions: [{ field: 'priority', outcome: 'accepted' }] },
  })
  await press(/Undo Priority/)
  expect(values().priority).toBe('medium')
})

test('"Use these values" takes what is certain and not yet so; a guess stays with the person', async () => {
  open(DRAFT)
  await press(/Classify This Request/)
  await press(/^Use these values$/)
  expect(values()).toMatchObject({ department: 'operations', priority: 'medium' })
  expect(text()).toContain('Confirmed')
})

const question = () => document.querySelector('section.proposal h3')!.textContent
const sentence = () => document.querySelector('section.proposal [role=status]')!.textContent

test('one question is asked first, with one sentence and one button; the next one follows', async () => {
  open({ ...DRAFT, department: 'data' })
  await press(/Classify This Request/)
  expect(question()).toBe('Is Medium right?')
  expect(sentence()).toBe('Perhaps High, but that is only a guess (44%): the text says when it is needed.')
  expect(document.querySelector('section.proposal')!.querySelectorAll('button')).toHaveLength(1)
  button(/^Use High$/).focus()
  await press(/^Use High$/)
  expect(question()).toBe('Is Data Management right?')
  expect(sentence()).toBe('Operations fits better (89% sure): “manifest” and “carrier” count most.')
  expect(document.activeElement?.textContent).toBe('Is Data Management right?')
  await press(/^Use Operations$/)
  expect(question()).toBe('Is Backend right?')
  await press(/^Confirm Backend$/)
  expect(question()).toContain('All three are answered')
  expect(document.activeElement?.textContent).toContain('All three are answered')
  expect(sentence()).toBe('Priority: High, Responsible department: Operations, Development type: Backend.')
})

test('a value filled in automatically is still asked about, and confirmed with one click', async () => {
  open({ ...DRAFT, priority: '' })
  await press(/Classify This Request/)
  expect(question()).toBe('Is High right?')
  expect(sentence()).toContain('Perhaps, but it is only a guess (44%)')
  await press(/^Keep High$/)
  expect(calls.at(-1)?.body).toMatchObject({ decisions: [{ field: 'priority', outcome: 'accepted' }] })
  expect(question()).not.toContain('High')
  await press(/Undo Priority/)
  expect(values().priority).toBe('')
})

test('the second click of a double click does not answer the next question', async () => {
  open({ ...DRAFT, department: 'data' })
  await press(/Classify This Request/)
  await press(/^Use High$/)
  await act(
    async () => void button(/^Use Operations$/).dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 })),
  )
  expect(values().department).toBe('data')
})

test('other values and the words that decided are there on demand', async () => {
  open(DRAFT)
  await press(/Classify This Request/)
  const folds = [...document.querySelectorAll('details')]
  expect(folds.map(({ open: isOpen }) => isOpen)).toEqual([false, false])
  expect(folds.map((fold) => fold.querySelector('summary')!.textContent)).toEqual([
    'Other values',
    'Words that decided',
  ])
})

test('a suggestion of an older engine, which gives no reason for each value, is answered without one', async () => {
  const { because: _because, ...old } = SUGGESTION.fields.responsibleDepartment
  answer = () => Response.json({ ...SUGGESTION, fields: { ...SUGGESTION.fields, responsibleDepartment: old } })
  open({ ...DRAFT, department: 'data' })
  await press(/Classify This Request/)
  await press(/^Use High$/)
  expect(sentence()).toBe('Operations fits better (89% sure).')
})

test('an alternative is taken over as a change', async () => {
  open(DRAFT)
  await press(/Classify This Request/)
  act(() => document.querySelector<HTMLInputElement>('input[value=critical]')!.click())
  await press(/^Use Critical$/)
  expect(values().priority).toBe('critical')
  expect(calls.at(-1)?.body).toMatchObject({
    decisions: [{ field: 'priority', outcome: 'changed', value: 'critical' }],
  })
})

test('a failure says so and loses nothing', async () => {
  answer = () => Response.json({ error: 'The engine is not available.', code: 'unavailable' }, { status: 503 })
  open(DRAFT)
  await press(/Classify This Request/)
  expect(newestToast()).toMatchObject({
    title: 'Classification Failed',
    description: 'Failed to classify the request. Please try again.',
  })
  expect(values()).toMatchObject(DRAFT)
  answer = () => Response.json(SUGGESTION)
  await press(/Classify This Request/)
  await press(/Re-analyze Request/)
  expect(calls.filter(({ path }) => path === '/api/ai/classify-request')).toHaveLength(3)
})
