import { requestsInWords } from '../../../shared/assistant/words.ts'
import { addressOf, linkTo } from './addresses.ts'
import { type Answer, type Asked, requestsIn } from './asked.ts'

/** "25 % of the requests in Compliance are overdue requests in Compliance: 5 of 20." */
export async function shareAnswer({ query, figures, nameOf }: Asked): Promise<Answer> {
  const whole = query.of ?? {}
  const [part, all] = await Promise.all([figures.count({ ...whole, ...query.filter }), figures.count(whole)])
  const ofWhat = requestsInWords(whole, nameOf)
  if (all === 0) return { text: `There are no ${ofWhat}.`, parts: [], topic: { query } }
  const percent = (100 * part) / all
  const shown = Number.isInteger(percent) ? String(percent) : percent.toFixed(1)
  const what = requestsInWords(query.filter, nameOf, part)
  const text = `${shown} % of ${ofWhat === 'requests' ? 'all requests' : ofWhat}: ${part.toLocaleString('en')} of ${all.toLocaleString('en')} are ${what}.`
  const { today } = figures.viewer
  const parts = [
    ...linkTo(`The ${requestsIn(part)}`, addressOf(query.filter, today)),
    ...linkTo(`All ${requestsIn(all)}`, addressOf(whole, today)),
  ]
  return { text, parts, topic: { query } }
}
