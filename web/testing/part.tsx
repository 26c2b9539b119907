import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { vi } from 'vitest'
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

/** Waits until React has rendered an answer. */
const settle = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 5))))

/** Waits until the page shows what is expected. */
export function shows(check: () => void): Promise<void> {
  return vi.waitFor(
    async () => {
      await settle()
      check()
    },
    // On a busy machine a whole screen takes a minute to render.
    { timeout: 300_000 },
  )
}
