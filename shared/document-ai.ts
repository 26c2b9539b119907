import { z } from 'zod'
import { EngineStamp } from './ai.ts'
import { DocumentProposal, NamedRequest } from './document-proposals.ts'
import { DocumentPlace, DocumentType, TEXT_STATES, UploadIds } from './documents.ts'
import { reference } from './text.ts'
import { PersonName } from './users.ts'
import { wholeNumber } from './whole-number.ts'

/** Per person. */
export const MAX_UNREAD_DOCUMENTS = 40

/** `waiting` for its text or in the queue; `failed`: it could not be read, `note` says why. */
const READING_STATES = ['waiting', 'reading', 'ready', 'failed'] as const
export type ReadingState = (typeof READING_STATES)[number]

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

/** Answer of GET /api/requests/{id}/sources: the sentences from which the request was created. */
export const RequestSources = z.object({
  sources: z.array(
    z.object({ documentId: z.string(), documentName: z.string(), place: DocumentPlace, passage: z.string() }),
  ),
})
export type RequestSources = z.infer<typeof RequestSources>
