import { z } from 'zod'
import { EngineStamp } from '../ai.ts'
import { AssistantQuery, Reading } from './query.ts'
import { Priority, Status } from '../requests.ts'
import { LIMITS, requiredText } from '../text.ts'

/** Published times of section 9 beside the actual days of requests finished in the last year; null when there are none. */
export const ProcessingTimes = z.array(
  z.object({
    step: z.string(),
    published: z.string(),
    medianDays: z.number().nullable(),
    requests: z.int(),
  }),
)
export type ProcessingTimes = z.infer<typeof ProcessingTimes>

/** Body of POST /api/ai/user-assistant. With a query, the text is only displayed and not parsed. */
export const AssistantCall = z.strictObject({
  message: requiredText('Please enter a message', LIMITS.message),
  context: z.string().max(100).optional(),
  query: AssistantQuery.optional(),
})
export type AssistantCall = z.infer<typeof AssistantCall>

/** An address within the product: `/requests?status=pending`. */
const Link = z.object({ label: z.string(), href: z.string() })

/** A verbatim passage of a document with its position; without text it refers to the whole document. */
export const DocumentPassage = z.object({
  documentId: z.string(),
  name: z.string(),
  /** id and number of the request it is attached to; null if there is none */
  requestKey: z.string().nullable(),
  requestId: z.string().nullable(),
  page: z.int(),
  /** false for formats without pages */
  hasPages: z.boolean(),
  /** words that the preview highlights; null without text */
  find: z.string().nullable(),
  text: z.string().nullable(),
  /** the value that was searched for: `YYYY-MM-DD`, an amount, a name */
  detail: z.string().nullable(),
  /** the text resembles an instruction to a machine (prompt injection); it is never followed */
  isOrder: z.boolean(),
})
export type DocumentPassage = z.infer<typeof DocumentPassage>

/** Content below the sentence of an answer. */
export const AnswerPart = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('table'),
    caption: z.string(),
    columns: z.array(z.string()),
    /** the first cell of a row may link to the rows behind it */
    rows: z.array(z.object({ cells: z.array(z.string()), href: z.string().nullable() })),
  }),
  z.object({
    kind: z.literal('bars'),
    caption: z.string(),
    bars: z.array(z.object({ label: z.string(), value: z.number(), href: z.string().nullable() })),
  }),
  z.object({
    kind: z.literal('requests'),
    requests: z.array(
      z.object({
        id: z.string(),
        requestId: z.string(),
        title: z.string(),
        status: Status,
        priority: Priority,
        dueDate: z.string(),
      }),
    ),
  }),
  z.object({ kind: z.literal('passages'), passages: z.array(DocumentPassage) }),
  z.object({ kind: z.literal('links'), links: z.array(Link) }),
])
export type AnswerPart = z.infer<typeof AnswerPart>

export const AssistantMessage = z.object({
  id: z.string(),
  role: z.enum(['user', 'assistant']),
  content: z.string(),
  timestamp: z.string(),
  parts: z.array(AnswerPart),
  /** how the question was understood; absent in questions and in answers stored before this field existed */
  reading: Reading.optional(),
  /** the engine that wrote the answer */
  engine: EngineStamp.optional(),
})
export type AssistantMessage = z.infer<typeof AssistantMessage>

/** Answer of POST /api/ai/user-assistant; the last event of its stream carries the same. */
export const AssistantAnswer = z.object({
  response: z.string(),
  conversationId: z.string(),
  message: AssistantMessage,
  /** false: the question was not understood, and the answer names whom to ask */
  understood: z.boolean(),
  /** suggested follow-up questions */
  suggestions: z.array(z.string()),
  engine: EngineStamp,
})
export type AssistantAnswer = z.infer<typeof AssistantAnswer>

export const Conversation = z.object({ conversationId: z.string().nullable(), messages: z.array(AssistantMessage) })
export type Conversation = z.infer<typeof Conversation>
