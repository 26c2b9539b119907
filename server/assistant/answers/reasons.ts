import type { AssistantQuery } from '../../../shared/assistant/query.ts'
import { requestsInWords } from '../../../shared/assistant/words.ts'
import { isOpen } from '../../../shared/requests.ts'
import { formatNumber } from '../../../shared/texts/formats.ts'
import { type AnswerContext, namesIn } from '../answer-context.ts'
import { addressOf, linkTo, showInList } from './addresses.ts'
import { waitingFor } from './request-sentences.ts'
import { type Answer, DEFAULT_ROWS } from './query-context.ts'

/** Whether all the requests of a query were rejected or cancelled, which is done with a reason. */
export function hasReasons({ measure, group, compare, filter }: AssistantQuery): boolean {
  const { status = [] } = filter
  const isOfRows = (measure === 'list' || measure === 'count') && group === undefined && compare === undefined
  return isOfRows && status.length > 0 && status.every((one) => !isOpen(one) && one !== 'completed')
}

/** Why requests were rejected or cancelled: the newest few, each with the reason given. */
export async function reasonsAnswer(context: AnswerContext, query: AssistantQuery): Promise<Answer> {
  const { figures } = context
  const { filter } = query
  const [total, requests] = await Promise.all([figures.count(filter), figures.list(filter, 'newest', DEFAULT_ROWS)])
  if (total === 0) {
    const { inAnswers } = await namesIn(context, [query])
    return { text: `There are no ${requestsInWords(filter, inAnswers, 0)}.`, parts: [], topic: { query } }
  }
  const reasons = await Promise.all(
    requests.map(async (request) => `${request.requestId} “${request.title}”: ${await waitingFor(context, request)}`),
  )
  const isMore = total > requests.length
  return {
    text: [...(isMore ? [`These are the newest ${requests.length} of ${formatNumber(total)}:`] : []), ...reasons].join(
      '\n\n',
    ),
    parts: isMore ? linkTo(showInList(total), addressOf(filter, figures.viewer.today)) : [],
    topic: { query, requestId: total === 1 ? requests[0]?.requestId : undefined },
  }
}
