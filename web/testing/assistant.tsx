import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, vi } from 'vitest'
import type { AnswerPart, AssistantAnswer, AssistantMessage } from '../../shared/assistant/messages.ts'
import AssistantScreen from '../assistant/AssistantScreen.tsx'
import { readByKey } from '../client/query.ts'
import { endSession, startSession } from '../client/session.ts'
import { currentToasts, dismissToast } from '../ui/toast.ts'
import { render } from './render.ts'
import { buildToken, buildUser } from './session.ts'

export const QUESTION = 'What is overdue?'

export const said = (role: AssistantMessage['role'], content: string, parts: AnswerPart[] = []): AssistantMessage => ({
  id: `${role} ${content}`,
  role,
  content,
  timestamp: '2026-11-18T10:41:00.000Z',
  parts,
})

export const answerTo = (parts: AnswerPart[] = []): AssistantAnswer => ({
  response: 'RFD-2026-0388 is late.',
  conversationId: 'c1',
  message: said('assistant', 'RFD-2026-0388 is late.', parts),
  understood: true,
  suggestions: [],
  engine: { name: 'local', version: '1.3', learnedFrom: 9 },
})

/** The assistant's screen against a stubbed server, whose answers the test sets. */
class AssistantPage {
  client = new QueryClient()
  /** the conversation as the server has stored it */
  kept: AssistantMessage[] = []
  asked: { accept: string; key: string | null; body: unknown }[] = []
  /** the assistant's answers, used one after the other */
  answers: (() => Response | Promise<Response>)[] = []
  leave: () => void = () => {}

  begin(): void {
    this.client = new QueryClient({
      defaultOptions: { queries: { queryFn: readByKey(), retry: false, staleTime: 60_000 } },
    })
    this.kept = []
    this.asked = []
    this.answers = []
    startSession({ token: buildToken(new Date()), user: buildUser({ permissions: ['ai.assistant'] }) })
    vi.stubGlobal('fetch', (url: URL, init: RequestInit) => this.#serve(url, init))
  }

  end(): void {
    this.leave()
    act(() => endSession('signed-out'))
    localStorage.clear()
    for (const { id } of currentToasts()) dismissToast(id)
    vi.unstubAllGlobals()
  }

  async #serve(url: URL, { method, body, headers }: RequestInit): Promise<Response> {
    if (url.pathname === '/api/ai/user-assistant') {
      const sent = new Headers(headers)
      const key = sent.get('Idempotency-Key')
      this.asked.push({ accept: sent.get('Accept') ?? '', key, body: JSON.parse(String(body)) })
      return this.answers.shift()!()
    }
    if (method === 'DELETE') {
      this.kept = []
      return new Response(null, { status: 204 })
    }
    if (url.pathname === '/api/ai/conversations/current')
      return Response.json({ conversationId: this.kept.length > 0 ? 'c1' : null, messages: this.kept })
    if (url.pathname === '/api/users')
      return Response.json([buildUser({ id: 'elena', firstName: 'Elena', lastName: 'Marku' })])
    return Response.json([])
  }

  async open(isManager = false): Promise<void> {
    this.leave = render(
      <QueryClientProvider client={this.client}>
        <MemoryRouter>
          <AssistantScreen isManager={isManager} />
        </MemoryRouter>
      </QueryClientProvider>,
    )
    await settle()
  }
}

/** A new page for every test of the calling file. */
export function assistantPage(): AssistantPage {
  const page = new AssistantPage()
  beforeEach(() => page.begin())
  afterEach(() => page.end())
  return page
}

export async function settle(): Promise<void> {
  for (let i = 0; i < 4; i++) await act(async () => void (await new Promise((resolve) => setTimeout(resolve, 2))))
}

export const field = () => document.querySelector('textarea')!
export const text = () => document.querySelector('.scroller')?.textContent ?? ''
export const messages = () =>
  [...document.querySelectorAll('.message')].map((item) => item.querySelector('.bubble')?.textContent)
export const button = (name: string) => {
  const all = [...document.querySelectorAll('button')]
  return all.find((one) => (one.getAttribute('aria-label') ?? one.textContent) === name)!
}

export async function press(options: KeyboardEventInit): Promise<KeyboardEvent> {
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...options })
  act(() => void field().dispatchEvent(event))
  await settle()
  return event
}
