import { z } from 'zod'
import { DevelopmentType } from './ai.ts'
import { Probability } from './probability.ts'
import { DocumentPlace } from './documents.ts'
import { Department, FIELD_CHANGES, NewRequest, Priority, Status } from './requests.ts'
import { reference } from './text.ts'
import { PersonName } from './users.ts'

/** Per reading; the most certain proposals are kept. */
export const MAX_PROPOSALS = 200
/** Per call. */
export const MAX_DECISIONS = 100
const MAX_SEEN = 100

const PROPOSAL_STATES = ['open', 'accepted', 'refused'] as const
export type ProposalState = (typeof PROPOSAL_STATES)[number]

export const NamedRequest = z.object({ id: z.string(), requestId: z.string(), status: Status })

/** A possible duplicate of a proposal: a request, or a proposal from another passage. */
export const PossibleDuplicate = z.discriminatedUnion('kind', [
  NamedRequest.extend({
    kind: z.literal('request'),
    title: z.string(),
    likeness: Probability,
    completedAt: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('proposal'),
    id: z.string(),
    readingId: z.string(),
    documentName: z.string(),
    title: z.string(),
    likeness: Probability,
  }),
])
export type PossibleDuplicate = z.infer<typeof PossibleDuplicate>

/** The fields of a proposal that can be edited before it becomes a request. */
export const PROPOSAL_FIELDS = ['title', 'description', 'department', 'priority', 'dueDate'] as const
export type ProposalField = (typeof PROPOSAL_FIELDS)[number]

export const DocumentProposal = z.object({
  id: z.string(),
  /** from 1, in document order: the number beside its passage */
  position: z.int(),
  title: z.string(),
  description: z.string(),
  department: Department,
  priority: Priority,
  developmentType: DevelopmentType.nullable(),
  dueDate: z.string().nullable(),
  place: DocumentPlace,
  passage: z.string(),
  section: z.string().nullable(),
  confidence: Probability,
  state: z.enum(PROPOSAL_STATES),
  /** fields edited by a person */
  edited: z.array(z.enum(PROPOSAL_FIELDS)),
  decidedAt: z.string().nullable(),
  decidedBy: PersonName.nullable(),
  /** the request created from it */
  request: NamedRequest.nullable(),
  /** most alike first */
  duplicates: z.array(PossibleDuplicate),
  version: z.int(),
})
export type DocumentProposal = z.infer<typeof DocumentProposal>

/** Body of PATCH /api/document-proposals/{id}; omitted fields are unchanged. */
export const ProposalPatch = z.strictObject({
  version: z.int().min(1),
  title: FIELD_CHANGES.title.optional(),
  description: FIELD_CHANGES.description.optional(),
  department: Department.optional(),
  priority: Priority.optional(),
  dueDate: FIELD_CHANGES.dueDate.nullable().optional(),
})
export type ProposalPatch = z.infer<typeof ProposalPatch>

const DECISIONS = ['accept', 'refuse', 'undo'] as const

/** Body of POST /api/document-proposals/{id}/decisions. */
export const NewProposalDecision = z.strictObject({
  decision: z.enum(DECISIONS),
  /** for `accept`, if the document states none */
  dueDate: NewRequest.shape.dueDate.optional(),
  /**
   * For `accept`: ids of the possible duplicates shown to the person; default: those of the last answer. If the duplicates
   * have changed since, the call is refused with `possible-duplicates` and the current proposal.
   */
  seenDuplicates: z.array(reference()).max(MAX_SEEN).optional(),
})
export type NewProposalDecision = z.infer<typeof NewProposalDecision>

/** Body of POST /api/document-readings/{id}/decisions. */
export const ProposalDecisions = z.strictObject({
  items: z
    .array(NewProposalDecision.extend({ proposalId: reference() }))
    .min(1)
    .max(MAX_DECISIONS),
})
export type ProposalDecisions = z.infer<typeof ProposalDecisions>

/**
 * Outcome for each item; refused items carry an error, the others are applied. A refusal because of unseen possible
 * duplicates also carries the proposal.
 */
export const ProposalOutcome = z.array(
  z.object({ proposalId: z.string(), proposal: DocumentProposal.nullable(), error: z.string().nullable() }),
)
export type ProposalOutcome = z.infer<typeof ProposalOutcome>
