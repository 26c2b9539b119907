import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { MemoryRouter } from 'react-router'
import { vi } from 'vitest'
import { queryClient, readByKey } from '../client/query.ts'
import { render } from './render.ts'

/** Reads as the page does, but keeps nothing from one test to the next and tries nothing twice. */
export const ownClient = () => new QueryClient({ defaultOptions: { queries: { queryFn: readByKey(), retry: false } } })

/** Shows a part of the page at an address, with the page's own query cache unless another is given. @returns takes it away again */
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

/** Until what an answer has brought is drawn. */
const settle = () => act(async () => void (await new Promise((resolve) => setTimeout(resolve, 5))))

/** Waits until the page shows what is expected. */
export function shows(check: () => void): Promise<void> {
  return vi.waitFor(
    async () => {
      await settle()
      check()
    },
    // A whole screen takes a busy machine seconds to draw.
    { timeout: 20_000 },
  )
}
