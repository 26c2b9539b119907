import type { QueryFilter } from '../../shared/assistant/query.ts'
import { commandAnswer } from './answers/commands.ts'
import { findOne } from './answers/one-request.ts'
import type { AnswerContext } from './answer-context.ts'
import { type Command, COMMANDS } from './grammar/commands.ts'
import type { ReadQuestion } from './reading/read.ts'
import { type Response, plain } from './responses.ts'

/** Refuses an order and links to the place for it, with the requests that are meant. */
export async function refusedOrder(
  context: AnswerContext,
  question: string,
  read: ReadQuestion,
  command: Command,
): Promise<Response> {
  const { topic, today } = context
  const isOfRequests = COMMANDS[command].place === COMMANDS.edit.place
  const typed = read.numbers[0] ?? (isOfRequests && IT.test(question) ? topic.requestId : undefined)
  const request = typed === undefined ? null : await findOne(context, typed)
  const { text, parts } = commandAnswer(command, request, request ? {} : listMeant(context, question, read), today)
  return { ...plain(context, text, 'refused'), parts }
}

/** The filter for the link: a list to be printed or exported is opened itself. */
function listMeant({ topic }: AnswerContext, question: string, read: ReadQuestion): QueryFilter {
  const { requester } = read.query?.filter ?? {}
  if (read.command !== 'export') return requester ? { requester } : {}
  if (topic.query && /\b(?:them|these|those|this list|that list)\b/i.test(question)) return topic.query.filter
  const isWhole = read.leftOut.every((words) => /^(?:print|export|download|save)$/i.test(words))
  return isWhole ? (read.query?.filter ?? {}) : requester ? { requester } : {}
}

/** "Print it", "assign this one to Mai": the previous request. "IT" is the department. */
const IT = /\b(?:[Ii]t|[Tt]h(?:is|at)(?: one| request)?)\b(?! (?:list|week|month))/
