import { type Answer, type QueryContext } from './query-context.ts'
import { durationAnswer } from './durations.ts'
import { groupsAnswer } from './groups.ts'
import { rowsAnswer } from './rows.ts'
import { isTime, seriesAnswer } from './series.ts'
import { shareAnswer, sharesAnswer } from './shares.ts'
import { sidesAnswer } from './sides.ts'

/** Answers a query, whether parsed from a question or sent as a structure. The wording no longer matters here. */
export async function queryAnswer(asked: QueryContext): Promise<Answer> {
  const { measure, group, compare } = asked.query
  if (compare && measure !== 'share') return sidesAnswer(asked, compare)
  if (measure === 'share') return group && !isTime(group) ? sharesAnswer(asked, group) : shareAnswer(asked)
  if (isTime(group)) return seriesAnswer(asked, group)
  if (measure === 'flow') return seriesAnswer(asked, 'week')
  if (group) return groupsAnswer(asked, group)
  return measure === 'duration' ? durationAnswer(asked) : rowsAnswer(asked)
}
