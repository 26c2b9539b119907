import type { Imported } from '../../../shared/people-import.ts'
import { queryClient } from '../../client/query.ts'

const IMPORTED = ['imported-people']

export const findImported = () => queryClient.getQueryData<Imported>(IMPORTED)

/**
 * The server does not keep the links, so the answer outlives this page until they have been downloaded. In the cache,
 * which is cleared at sign-out.
 */
export function keepImported(imported: Imported): void {
  queryClient.setQueryDefaults(IMPORTED, { gcTime: Infinity })
  queryClient.setQueryData(IMPORTED, imported)
  window.addEventListener('beforeunload', askWhileKept)
}

export function forgetImported(): void {
  queryClient.removeQueries({ queryKey: IMPORTED })
  window.removeEventListener('beforeunload', askWhileKept)
}

function askWhileKept(event: BeforeUnloadEvent): void {
  if (findImported()) event.preventDefault()
}
