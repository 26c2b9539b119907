import { useMutation } from '@tanstack/react-query'
import type {
  DocumentProposal,
  NewProposalDecision,
  ProposalDecisions,
  ProposalOutcome,
} from '../../shared/document-ai.ts'
import { rateLimitMessage } from '../errors/words.ts'
import { ApiError } from '../client/api.ts'
import { useOneAtATime } from '../suggestions/one-at-a-time.ts'
import { toast } from '../ui/toast.ts'
import { useOpenRequest } from '../vocabulary/use-open-request.ts'
import { decide, decideSeveral, isDuplicateRefusal } from './api.ts'
import { counted } from './words.ts'

const DECIDING = ['decide-proposal']

interface One {
  proposal: Pick<DocumentProposal, 'id' | 'title' | 'duplicates'>
  call: NewProposalDecision
}

function why(error: unknown): string {
  return rateLimitMessage(error) ?? (error instanceof ApiError ? error.sentence : 'The server could not be reached.')
}

function failed(error: unknown): void {
  toast({ tone: 'bad', title: 'Nothing was changed', description: why(error) })
}

function isHeldBack({ proposal, error }: ProposalOutcome[number]): boolean {
  return proposal !== null && error !== null
}

/** A doubted proposal is no failure: its card asks about the requests created since. */
function failedUnlessDuplicate(error: unknown): void {
  if (!isDuplicateRefusal(error)) failed(error)
}

export function seenOn({ duplicates }: Pick<DocumentProposal, 'duplicates'>): { seenDuplicates: string[] } {
  return { seenDuplicates: duplicates.map(({ id }) => id) }
}

/** Decides proposals, one at a time, and offers to undo the decision. */
export function useDecisions(readingId: string) {
  const { begin, isBusy } = useOneAtATime(DECIDING)
  const { open } = useOpenRequest()
  const undoing = useMutation({
    mutationKey: DECIDING,
    mutationFn: (ids: string[], attempt) =>
      decideSeveral(
        readingId,
        ids.map((proposalId) => ({ proposalId, decision: 'undo' })),
        attempt,
      ),
    onSuccess: (outcome) => {
      const back = outcome.filter(({ proposal }) => proposal !== null).length
      const first = outcome.find(({ error }) => error !== null)?.error
      if (back > 0) toast({ tone: 'good', title: `${counted(back, 'proposal')} open again` })
      if (first) toast({ tone: 'bad', title: 'Not everything could be undone', description: first })
    },
    onError: failed,
  })
  const undo = (ids: string[]) => begin(() => undoing.mutate(ids))
  const deciding = useMutation({
    mutationKey: DECIDING,
    mutationFn: ({ proposal, call }: One, attempt) =>
      decide(proposal.id, { ...call, ...(call.decision === 'accept' && seenOn(proposal)) }, attempt),
    onSuccess: ({ id, title, request }, { call }) => {
      const links = [{ label: 'Undo', onClick: () => undo([id]) }]
      if (call.decision === 'undo') return toast({ tone: 'good', title: 'Open again', description: title })
      if (call.decision === 'refuse') return toast({ title: 'Set aside', description: title, links })
      const view = request ? [{ label: 'View', onClick: () => open(request.id) }] : []
      return toast({
        tone: 'good',
        title: request ? `${request.requestId} created` : 'Request created',
        description: title,
        links: [...links, ...view],
      })
    },
    onError: failedUnlessDuplicate,
  })
  const several = useMutation({
    mutationKey: DECIDING,
    mutationFn: (items: ProposalDecisions['items'], attempt) => decideSeveral(readingId, items, attempt),
    onSuccess: (outcome) => {
      const done = outcome.flatMap(({ proposal, error }) => (proposal && error === null ? proposal.id : []))
      const first = outcome.find(({ proposal, error }) => proposal === null && error !== null)?.error
      if (done.length > 0) {
        const links = [{ label: 'Undo', onClick: () => undo(done) }]
        toast({ tone: 'good', title: `${counted(done.length, 'request')} created`, links })
      }
      if (first) toast({ tone: 'bad', title: 'Some of them could not be created', description: first })
    },
    onError: failed,
  })
  const busyWith = deciding.isPending ? deciding.variables.proposal.id : null
  return {
    isBusy,
    /** the proposal that is being decided */
    busyWith,
    /** the proposal that was not accepted because of similar requests created since it was read */
    doubted: isDuplicateRefusal(deciding.error) ? deciding.variables!.proposal.id : null,
    decide: (proposal: One['proposal'], call: NewProposalDecision) => begin(() => deciding.mutate({ proposal, call })),
    /** @param onDone gets the number of proposals not created because of similar requests created since */
    createAll: (items: ProposalDecisions['items'], onDone: (doubted: number) => void) =>
      begin(() => several.mutate(items, { onSuccess: (outcome) => onDone(outcome.filter(isHeldBack).length) })),
    isCreatingAll: several.isPending,
  }
}
export type Decisions = ReturnType<typeof useDecisions>
