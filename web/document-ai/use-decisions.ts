import { useMutation } from '@tanstack/react-query'
import type {
  DocumentProposal,
  NewProposalDecision,
  ProposalDecisions,
  ProposalOutcome,
} from '../../shared/document-proposals.ts'
import { rateLimitMessage } from '../ui/errors/words.ts'
import { ApiError } from '../client/api-error.ts'
import { useOneAtATime } from '../ai/suggestions/one-at-a-time.ts'
import { dismissToastsAbout, toast, type ToastText } from '../ui/toast.ts'
import { useOpenRequest } from '../requests/common/use-open-request.ts'
import { decide, decideSeveral, isDuplicateRefusal } from './api.ts'
import { counted } from './words.ts'

const DECIDING = ['decide-proposal']
/** subject of the toasts */
const DECISION = 'proposal-decision'

type Decidable = Pick<DocumentProposal, 'id' | 'title' | 'duplicates' | 'state' | 'request'>
interface One {
  proposal: Decidable
  call: NewProposalDecision
}

/** Whether undoing would cancel the request that a proposal became. */
function isCreated({ state, request }: Decidable): boolean {
  return state === 'accepted' && request?.status !== 'cancelled'
}

/** Undoing a creation cancels the request for good, so it asks as a cancellation does. */
function isUndoConfirmed(proposals: readonly Decidable[]): boolean {
  const [first, ...more] = proposals.filter(isCreated)
  if (!first) return true
  const [what, whose] =
    more.length > 0
      ? [counted(more.length + 1, 'request'), 'Their proposals']
      : [`request ${first.request?.requestId ?? `"${first.title}"`}`, 'Its proposal']
  return window.confirm(
    `Are you sure you want to cancel ${what}? ${whose} will be open again. This action cannot be undone.`,
  )
}

/** Replaces the toast of the decision before, whose card says the same: several would cover the document being read. */
function showDecisionToast(text: ToastText): number {
  dismissToastsAbout(DECISION)
  return toast({ ...text, about: DECISION })
}

/** The toast after proposals were opened again, and their requests cancelled. */
function showUndoToast(proposals: readonly Decidable[]): number {
  const cancelled = proposals.filter(isCreated)
  const [first] = cancelled
  const open = proposals.length === 1 ? 'Open again' : `${counted(proposals.length, 'proposal')} open again`
  if (!first) return showDecisionToast({ tone: 'good', title: open, description: proposals[0]?.title })
  const what = cancelled.length > 1 ? counted(cancelled.length, 'request') : (first.request?.requestId ?? 'Request')
  const description = proposals.length === 1 ? `Open again: ${first.title}` : `${open}.`
  return showDecisionToast({ tone: 'good', title: `${what} cancelled`, description })
}

function why(error: unknown): string {
  return rateLimitMessage(error) ?? (error instanceof ApiError ? error.sentence : 'The server could not be reached.')
}

function failed(error: unknown): void {
  toast({ tone: 'bad', title: 'Nothing was changed', description: why(error) })
}

function isPossibleDuplicate({ proposal, error }: ProposalOutcome[number]): boolean {
  return proposal !== null && error !== null
}

/** A doubted proposal is not a failure: its card asks about the requests created since. */
function failedUnlessDuplicate(error: unknown): void {
  if (!isDuplicateRefusal(error)) failed(error)
}

export function acknowledgedDuplicates({ duplicates }: Pick<DocumentProposal, 'duplicates'>): {
  seenDuplicates: string[]
} {
  return { seenDuplicates: duplicates.map(({ id }) => id) }
}

/** Decides proposals, one at a time, and offers to undo the decision. */
export function useDecisions(readingId: string) {
  const { begin, isBusy } = useOneAtATime(DECIDING)
  const { open } = useOpenRequest()
  const undoing = useMutation({
    mutationKey: DECIDING,
    mutationFn: (proposals: Decidable[], attempt) =>
      decideSeveral(
        readingId,
        proposals.map(({ id }) => ({ proposalId: id, decision: 'undo' })),
        attempt,
      ),
    onSuccess: (outcome, proposals) => {
      const back = new Set(outcome.flatMap(({ proposal }) => proposal?.id ?? []))
      const first = outcome.find(({ error }) => error !== null)?.error
      if (back.size > 0) showUndoToast(proposals.filter(({ id }) => back.has(id)))
      if (first) toast({ tone: 'bad', title: 'Not everything could be undone', description: first })
    },
    onError: failed,
  })
  const undo = (proposals: Decidable[]) => {
    if (isUndoConfirmed(proposals)) begin(() => undoing.mutate(proposals))
  }
  const deciding = useMutation({
    mutationKey: DECIDING,
    mutationFn: ({ proposal, call }: One, attempt) =>
      decide(proposal.id, { ...call, ...(call.decision === 'accept' && acknowledgedDuplicates(proposal)) }, attempt),
    onSuccess: (decided, { proposal, call }) => {
      const { title, request } = decided
      const links = [{ label: 'Undo', onClick: () => undo([decided]) }]
      if (call.decision === 'undo') return showUndoToast([proposal])
      if (call.decision === 'refuse') return showDecisionToast({ title: 'Dismissed', description: title, links })
      const view = request ? [{ label: 'View', onClick: () => open(request.id) }] : []
      return showDecisionToast({
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
      const done = outcome.flatMap(({ proposal, error }) => (proposal && error === null ? proposal : []))
      const first = outcome.find(({ proposal, error }) => proposal === null && error !== null)?.error
      if (done.length > 0) {
        const links = [{ label: 'Undo', onClick: () => undo(done) }]
        showDecisionToast({ tone: 'good', title: `${counted(done.length, 'request')} created`, links })
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
    decide: (proposal: Decidable, call: NewProposalDecision) => {
      if (call.decision === 'undo' && !isUndoConfirmed([proposal])) return
      begin(() => deciding.mutate({ proposal, call }))
    },
    /** @param onDone gets the number of proposals not created because of similar requests created since */
    createAll: (items: ProposalDecisions['items'], onDone: (doubted: number) => void) =>
      begin(() =>
        several.mutate(items, { onSuccess: (outcome) => onDone(outcome.filter(isPossibleDuplicate).length) }),
      ),
    isCreatingAll: several.isPending,
  }
}
export type Decisions = ReturnType<typeof useDecisions>
