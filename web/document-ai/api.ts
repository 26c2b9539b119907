import type {
  DocumentProposal,
  NewProposalDecision,
  ProposalDecisions,
  ProposalOutcome,
  ProposalPatch,
} from '../../shared/document-proposals.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { NewReadings, Reading, ReadingDetails, ReadingList, ReadingState } from '../../shared/document-ai.ts'
import { ApiError } from '../client/api-error.ts'
import { del, patch, post } from '../client/api.ts'
import { pollEvery } from '../client/live.ts'
import { queryClient, refetchActive, refresh } from '../client/query.ts'
import { requestsChanged } from '../requests/common/api.ts'

const READINGS = '/api/document-readings'
const PROPOSALS = '/api/document-proposals'
export const PAGE_SIZE = 20
/** Polling interval while a document is being read. */
const POLL_INTERVAL_MS = 1500

const readingAddress = (id: string) => `${READINGS}/${encodeURIComponent(id)}`

export function isUnderWay(state: ReadingState): boolean {
  return state === 'waiting' || state === 'reading'
}

export function readingsOptions(page: number) {
  return queryOptions<ReadingList>({
    queryKey: [`${READINGS}?page=${page}&limit=${PAGE_SIZE}`],
    refetchOnMount: 'always',
    refetchInterval: ({ state }) =>
      state.data?.readings.some((reading) => isUnderWay(reading.state)) ? pollEvery(POLL_INTERVAL_MS) : false,
    placeholderData: keepPreviousData,
  })
}

export function readingOptions(id: string) {
  return queryOptions<ReadingDetails>({
    queryKey: [readingAddress(id)],
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.state) ? pollEvery(POLL_INTERVAL_MS) : false),
  })
}

async function startReadings(body: NewReadings, attempt: object | string): Promise<void> {
  await post<Reading[]>(READINGS, body, { attempt })
  await refresh(READINGS)
}

/** Starts reading an uploaded file. */
export function readUpload(uploadId: string): Promise<void> {
  return startReadings({ uploadIds: [uploadId] }, uploadId)
}

/** Starts reading a document again. */
export function readAgain(documentId: string, attempt: object): Promise<void> {
  return startReadings({ documentId }, attempt)
}

/** Its proposals are deleted as well. No refetch here: the page that still shows it would get a 404. */
export async function deleteReading(id: string): Promise<void> {
  await del<null>(readingAddress(id))
}

/** Refetches the list, if it is on the screen. Call once no page shows the deleted reading. */
export function readingDeleted(): Promise<void> {
  return refetchActive(READINGS)
}

export async function decide(id: string, body: NewProposalDecision, attempt: object): Promise<DocumentProposal> {
  const path = `${PROPOSALS}/${encodeURIComponent(id)}/decisions`
  try {
    const proposal = await post<DocumentProposal>(path, body, { attempt })
    decided([proposal], body.decision !== 'refuse')
    return proposal
  } catch (error) {
    // This refusal has the current proposal in its body.
    if (isDuplicateRefusal(error)) decided([(error.body as { current: DocumentProposal }).current], false)
    throw error
  }
}

/** Whether similar requests were created since a proposal was read: then it was not accepted, and is shown with them. */
export function isDuplicateRefusal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.code === 'possible-duplicates'
}

export async function decideSeveral(
  readingId: string,
  items: ProposalDecisions['items'],
  attempt: object,
): Promise<ProposalOutcome> {
  const outcome = await post<ProposalOutcome>(`${readingAddress(readingId)}/decisions`, { items }, { attempt })
  const isAboutRequests = items.some(({ decision }) => decision !== 'refuse')
  decided(
    outcome.flatMap(({ proposal }) => proposal ?? []),
    isAboutRequests,
  )
  return outcome
}

export async function editProposal(id: string, body: ProposalPatch): Promise<DocumentProposal> {
  const proposal = await patch<DocumentProposal>(`${PROPOSALS}/${encodeURIComponent(id)}`, body)
  decided([proposal], false)
  return proposal
}

/** Updates the cached proposals at once; the lists are refetched. */
function decided(proposals: DocumentProposal[], isAboutRequests: boolean): void {
  const byId = new Map(proposals.map((proposal) => [proposal.id, proposal]))
  queryClient.setQueriesData<ReadingDetails>(
    { predicate: ({ queryKey: [first] }) => typeof first === 'string' && first.startsWith(`${READINGS}/`) },
    (reading) => reading && withProposals(reading, byId),
  )
  void refresh(READINGS)
  if (isAboutRequests) requestsChanged()
}

function withProposals(reading: ReadingDetails, byId: Map<string, DocumentProposal>): ReadingDetails {
  const proposals = reading.proposals.map((proposal) => byId.get(proposal.id) ?? proposal)
  const countOf = (state: DocumentProposal['state']) => proposals.filter((one) => one.state === state).length
  const counts = { open: countOf('open'), accepted: countOf('accepted'), refused: countOf('refused') }
  return { ...reading, proposals, counts }
}
