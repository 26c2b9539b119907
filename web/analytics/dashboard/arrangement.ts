import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { completeCards, type PlacedCard } from '../../../shared/dashboard-cards.ts'
import { put } from '../../client/api.ts'
import { currentSession, updateSessionUser, useSession } from '../../client/session.ts'
import { messageOf } from '../../ui/errors/words.ts'
import { dismissToastsAbout, toast } from '../../ui/toast.ts'

type Own = PlacedCard[] | null

interface Change {
  /** null: the order of the specification */
  cards: Own
  done: string
}

/** What is needed to undo a change, and to revert it. */
interface Placed {
  before: Own
  /** what the server has; shared by changes in a row, of which several may fail */
  stored: { cards: Own }
}

const KEY = ['arrange-dashboard']

/** Every card of the signed-in person's dashboard in their order. Part of the session, so it needs no call. */
export function useCards(): readonly PlacedCard[] {
  // A session that was stored by an earlier version has none.
  return completeCards(useSession()?.user.dashboard ?? null)
}

const ownNow = (): Own => currentSession()?.user.dashboard ?? null

/** The changes that are not stored yet; the one that has just begun has no context. */
function pendingChanges(client: QueryClient): Placed[] {
  const pending = client.getMutationCache().findAll({ mutationKey: KEY, status: 'pending' })
  return pending.flatMap(({ state }) => (state.context as Placed | undefined) ?? [])
}

/** Changes the arrangement optimistically, and offers to undo it. */
export function useArrange(): (change: Change) => void {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationKey: KEY,
    // Serialised: holding a key down moves a card several places.
    scope: { id: 'dashboard' },
    mutationFn: ({ cards }: Change) => put('/api/profile/dashboard', { cards }),
    onMutate: ({ cards }): Placed => {
      const earlier = pendingChanges(client).at(0)
      const before = ownNow()
      updateSessionUser({ dashboard: cards })
      return { before, stored: earlier?.stored ?? { cards: before } }
    },
    onSuccess: (_answer, { cards, done }, { before, stored }) => {
      stored.cards = cards
      // Of several moves in a row only the last is confirmed.
      if (client.isMutating({ mutationKey: KEY }) > 1) return
      // A session fetched before the change was stored may have arrived meanwhile.
      updateSessionUser({ dashboard: cards })
      dismissToastsAbout('dashboard')
      const undo = () => mutate({ cards: before, done: 'The dashboard is as it was before' })
      toast({ title: done, tone: 'good', about: 'dashboard', links: [{ label: 'Undo', onClick: undo }] })
    },
    onError: (error, _change, placed) => {
      if (client.isMutating({ mutationKey: KEY }) <= 1) updateSessionUser({ dashboard: placed?.stored.cards ?? null })
      toast({ title: 'Error', description: messageOf(error, 'The dashboard was not changed.'), tone: 'bad' })
    },
  })
  return mutate
}
