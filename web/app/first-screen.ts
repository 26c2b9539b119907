import { firstAddresses } from '../client/first-answers.ts'
import { queryClient } from '../client/query.ts'
import { loadScreen } from './screens.ts'
import { currentSession } from '../client/session.ts'

/** How long a screen whose code is there waits for its data before it is drawn with placeholders. */
const PATIENCE_MS = 100

/**
 * Readies what a signed-in person sees first, so that it is drawn once and whole. The data were asked for by before-page.js.
 * Whatever does not come is left to the screen itself.
 */
export async function prepareFirstScreen(pathname: string): Promise<void> {
  if (!currentSession()) return
  const data = Promise.all(firstAddresses().map((path) => queryClient.prefetchQuery({ queryKey: [path] })))
  await loadScreen(pathname)
  await Promise.race([data, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
}
