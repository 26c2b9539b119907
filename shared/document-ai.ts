import { z } from 'zod'
import { chance, DevelopmentType, EngineStamp } from './ai.ts'
import { DocumentPlace, DocumentType, TEXT_STATES, UploadIds } from './documents.ts'
import { Department, FIELD_CHANGES, NewRequest, Priority, Status } from './requests.ts'
import { reference } from './text.ts'
import { PersonName } from './users.ts'
import { wholeNumber } from './whole-number.ts'

/** Per person. */
export const MAX_UNREAD_DOCUMENTS = 40
/** Per reading; the most certain proposals are kept. */
export const MAX_PROPOSALS = 200
/** Per call. */
export const MAX_DECISIONS = 100
const MAX_SEEN = 100

/** `waiting` for its text or in the queue; `failed`: it could not be read, `note` says why. */
const READING_STATES = ['waiting', 'reading', 'ready', 'failed'] as const
export type ReadingState = (typeof READING_STATES)[number]
const PROPOSAL_STATES = ['open', 'accepted', 'refused'] as const
export type ProposalState = (typeof PROPOSAL_STATES)[number]

/** Body of POST /api/document-readings: newly uploaded files, or a document attached to a request. */
export const NewReadings = z
  .strictObject({ uploadIds: UploadIds.optional(), documentId: reference().optional() })
  .refine(
    ({ uploadIds, documentId }) => (uploadIds !== undefined && uploadIds.length > 0) !== (documentId !== undefined),
    {
      message: 'Please choose either files or a document',
      path: ['uploadIds'],
    },
  )
export type NewReadings = z.infer<typeof NewReadings>

const NamedRequest = z.object({ id: z.string(), requestId: z.string(), status: Status })

/** A document and the state of its reading by Document AI. */
export const Reading = z.object({
  id: z.string(),
  document: z.object({
    id: z.string(),
    name: z.string(),
    type: DocumentType,
    /** in bytes */
    size: z.int(),
    pages: z.int().nullable(),
    textState: z.enum(TEXT_STATES),
    /** the request that it is attached to */
    request: NamedRequest.pick({ id: true, requestId: true }).nullable(),
  }),
  askedAt: z.string(),
  askedBy: PersonName.nullable(),
  state: z.enum(READING_STATES),
  /** a sentence for people: why it failed, or what was left out */
  note: z.string().nullable(),
  engine: EngineStamp.nullable(),
  counts: z.object({ open: z.int(), accepted: z.int(), refused: z.int() }),
})
export type Reading = z.infer<typeof Reading>

export const ReadingsQuery = z.strictObject({
  page: wholeNumber(100_000, 'page must be a whole number from 1').optional(),
  limit: wholeNumber(100, 'limit must be a whole number from 1 to 100').optional(),
})
export type ReadingsQuery = z.infer<typeof ReadingsQuery>

/** Answer of GET /api/document-readings, newest first. */
export const ReadingList = z.object({ readings: z.array(Reading), total: z.int() })
export type ReadingList = z.infer<typeof ReadingList>

/** A possible duplicate of a proposal: a request, or a proposal from another passage. */
export const PossibleDuplicate = z.discriminatedUnion('kind', [
  NamedRequest.extend({
    kind: z.literal('request'),
    title: z.string(),
    likeness: chance,
    completedAt: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('proposal'),
    id: z.string(),
    readingId: z.string(),
    documentName: z.string(),
    title: z.string(),
    likeness: chance,
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
  confidence: chance,
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

const FACT_KINDS = ['date', 'person', 'amount', 'legal-reference'] as const
const StandingText = z.object({ text: z.string(), place: DocumentPlace })

/** Answer of GET /api/document-readings/{id}. */
export const ReadingDetails = Reading.extend({
  summary: z.array(StandingText),
  facts: z.array(StandingText.extend({ kind: z.enum(FACT_KINDS), value: z.string().nullable() })),
  /** text that resembles instructions to a machine (prompt injection); none of it was followed */
  orders: z.array(StandingText),
  proposals: z.array(DocumentProposal),
})
export type ReadingDetails = z.infer<typeof ReadingDetails>
export type DocumentFact = ReadingDetails['facts'][number]

/** The stored result of a reading, without its proposals. */
export const ReadingResult = ReadingDetails.pick({ summary: true, facts: true, orders: true })
export type ReadingResult = z.infer<typeof ReadingResult>

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

/** Answer of GET /api/requests/{id}/sources: the sentences from which the request was created. */
export const RequestSources = z.object({
  sources: z.array(
    z.object({ documentId: z.string(), documentName: z.string(), place: DocumentPlace, passage: z.string() }),
  ),
})
export type RequestSources = z.infer<typeof RequestSources>
