import { firstAddresses } from '../client/first-answers.ts'
import { queryClient } from '../client/query.ts'
import { loadScreen } from './screens.ts'
import { currentSession } from '../client/session.ts'

/** How long a loaded screen waits for its data before it renders with skeletons. */
const TIMEOUT_MS = 100

/**
 * Prepares a signed-in person's first screen, so that it renders once and complete. before-page.js has requested its data.
 * Whatever fails is left to the screen itself.
 */
export async function prepareFirstScreen(pathname: string): Promise<void> {
  if (!currentSession()) return
  const data = Promise.all(firstAddresses().map((path) => queryClient.prefetchQuery({ queryKey: [path] })))
  await loadScreen(pathname)
  await Promise.race([data, new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS))])
}
