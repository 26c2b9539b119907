import { useIsMutating, useQueryClient } from '@tanstack/react-query'

/**
 * Prevents concurrent runs of a mutation, wherever on the page it was started: a screen that was left and opened again finds its
 * mutation still pending.
 * @returns `begin` is a no-op while a mutation of this key is pending, even for the second click of a double click, which comes
 * before the page shows `isBusy`
 */
export function useOneAtATime(mutationKey: readonly string[]) {
  const client = useQueryClient()
  return {
    isBusy: useIsMutating({ mutationKey }) > 0,
    begin: (work: () => void) => {
      if (client.isMutating({ mutationKey }) === 0) work()
    },
  }
}
