import type { Answer, QueryContext } from './query-context.ts'
import { durationAnswer } from './durations.ts'
import { groupsAnswer } from './groups.ts'
import { rowsAnswer } from './rows.ts'
import { isTime } from './series-times.ts'
import { shareAnswer, sharesAnswer } from './shares.ts'
import { sidesAnswer } from './sides.ts'
import { countSeries } from './count-series.ts'
import { durationSeries } from './duration-series.ts'
import { flowSeries } from './flow-series.ts'

/** Answers a query, whether parsed from a question or sent as a structure. The wording no longer matters here. */
export async function queryAnswer(context: QueryContext): Promise<Answer> {
  const { measure, group, compare } = context.query
  if (compare && measure !== 'share') return sidesAnswer(context, compare)
  if (measure === 'share') return group && !isTime(group) ? sharesAnswer(context, group) : shareAnswer(context)
  if (measure === 'flow') return flowSeries(context, isTime(group) ? group : 'week')
  if (isTime(group)) return measure === 'duration' ? durationSeries(context, group) : countSeries(context, group)
  if (group) return groupsAnswer(context, group)
  return measure === 'duration' ? durationAnswer(context) : rowsAnswer(context)
}
