import { useIsMutating, useQueryClient } from '@tanstack/react-query'

/**
 * For what must not run twice at once, wherever on the page it was begun: a screen that was left and opened again finds its
 * mutation still under way.
 * @returns `begin` does nothing while a mutation of this key is under way, also not for the second click of a double click,
 * which comes before the page shows `isBusy`
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
