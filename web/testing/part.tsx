import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { queryClient, readByKey } from '../client/query.ts'
import { render } from './render.ts'

/** Fetches as the page does, but shares no cache between tests and never retries. */
export const ownClient = () => new QueryClient({ defaultOptions: { queries: { queryFn: readByKey(), retry: false } } })

/** Renders a part of the page at an address, by default with the page's own query cache. @returns unmounts and clears it */
export function renderPart(part: ReactNode, { client = queryClient, address = '/' } = {}): () => void {
  const leave = render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>{part}</MemoryRouter>
    </QueryClientProvider>,
  )
  return () => {
    leave()
    client.clear()
  }
}

/** Waits a little, and until React has rendered what arrived meanwhile. */
export const settle = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 5))))

/** On a busy machine a whole screen takes a minute to render. */
const PATIENCE_MS = 300_000

/** Waits until the page shows what is expected. All waiting is inside `act`, because answers arrive while it waits. */
export async function shows(check: () => unknown): Promise<void> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    await settle()
    try {
      check()
      return
    } catch (error) {
      if (performance.now() > until) throw error
    }
  }
}
