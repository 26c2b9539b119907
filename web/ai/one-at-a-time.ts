import { useQueryClient } from '@tanstack/react-query'

/**
 * Lets nothing begin while a mutation of this key is under way: the second click of a double click comes before the page shows
 * what the first one began.
 */
export function useOneAtATime(mutationKey: readonly string[]): (begin: () => void) => void {
  const client = useQueryClient()
  return (begin) => {
    if (client.isMutating({ mutationKey }) === 0) begin()
  }
}
