import type { Given } from './given.ts'
import type { WordLabel } from './labels.ts'
import { inWords, requestOf } from './placeholders.ts'
import { type Case, type Grade, right, wrong } from './verdicts.ts'
import { saysNone } from './words.ts'

const CANNOT = new RegExp(
  [
    String.raw`\bI (?:\w+ )?(?:can't|cannot|can not|don't|do not|am not able|am unable|only|won't|couldn't|could not)\b`,
    String.raw`\b(?:isn't|is not|aren't|are not|never) (?:\w+ ){0,2}(?:recorded|stored|kept|known|measured|tracked|something|part of|in the data)\b`,
    String.raw`\b(?:no data|nothing (?:is )?(?:recorded|known)|outside (?:of )?(?:my|this|the|what))\b`,
  ].join('|'),
  'i',
)
const NOT_FOUND =
  /\bno such request\b|\bno request (?:rfd|with (?:that|this) number)|not found|doesn't exist|does not exist|(?:can't|couldn't|could not|cannot) find/i
const AHEAD =
  /forecast|predict|expect|likely|roughly|estimate|future|half of|four of five|between \d+ and \d+|at the (?:present|current) pace/i
const CHANGES_NOTHING =
  /(?:nothing|none of it|no request) (?:is|was|has been|will be|gets|have been) (?:changed|cancelled|deleted|done|assigned)|(?:can't|cannot|can not|don't|do not|never|won't|not able to|unable to) (?:\w+ ){0,4}(?:change|cancel|delete|assign|approve|create|close|edit|move|set|add|do)|(?:only|just) (?:answer|read|show|look)|change nothing|changes nothing|changed nothing|yourself/i
const CLAIMS_DONE =
  /\b(?:I have|I've|has been|have been|was|were|is now|are now) (?:now )?(?:cancelled|deleted|assigned|approved|created|closed|moved|set|added|switched off|removed)\b/i

/** Says explicitly that it cannot answer, and shows nothing. */
export function isRefusal({ text, understood, lines, isAskingBack }: Given): boolean {
  if (isAskingBack) return false
  return !understood || (lines.length === 0 && (CANNOT.test(text) || NOT_FOUND.test(text)))
}

type Judged = Exclude<WordLabel, { kind: 'language' }>

export function gradeWords(expect: Judged, its: Case): Grade {
  const { given } = its
  if (expect.kind === 'refuse')
    return isRefusal(given) ? right('refused') : unanswered(given, 'answers what it cannot know')
  if (expect.kind === 'forecast') return gradeForecast(given)
  if (expect.kind === 'unclear') return gradeUnclear(given)
  const grade = gradeAnswer(expect, its)
  return grade.verdict === 'wrong' ? unanswered(given, grade.reason) : grade
}

function gradeAnswer(expect: Exclude<Judged, { kind: 'refuse' | 'forecast' | 'unclear' }>, its: Case): Grade {
  switch (expect.kind) {
    case 'guide':
      return gradeGuide(expect.mention, its)
    case 'similar':
      return gradeSimilar(expect, its)
    case 'action':
      return gradeAction(expect.opens, its)
  }
}

/** Wrong, unless it honestly declines to answer. */
function unanswered(given: Given, reason: string): Grade {
  if (given.isAskingBack) return { verdict: 'asked-back', reason: 'offers choices' }
  return isRefusal(given) ? { verdict: 'refused', reason: 'says that it cannot answer' } : wrong(reason)
}

function gradeUnclear(given: Given): Grade {
  if (given.isAskingBack) return right('asks back')
  if (isRefusal(given)) return { verdict: 'refused', reason: 'says that it cannot answer' }
  return given.leftOut.length > 0 ? { verdict: 'asked-back', reason: 'names what it left out' } : wrong('guesses')
}

function gradeForecast(given: Given): Grade {
  if (isRefusal(given)) return right('refused')
  if (given.isAskingBack) return { verdict: 'asked-back', reason: 'offers choices' }
  return AHEAD.test(given.text) ? right('speaks of what is to come') : wrong('tells what is, not what will be')
}

function gradeGuide(mention: readonly string[][], { given, isPart }: Case): Grade {
  const { everything, understood, shown, leftOut } = given
  const text = everything.toLowerCase()
  const isSaid = (group: readonly string[]) => group.some((word) => text.includes(word.toLowerCase()))
  const missing = mention.find((group) => !isSaid(group))
  if (missing && leftOut.length > 0 && mention.some(isSaid))
    return { verdict: 'asked-back', reason: `names what it left out: ${leftOut.join(', ')}` }
  if (missing) return wrong(`does not say ${missing.join(' or ')}`)
  if (!understood) return wrong('not understood')
  return shown.length > 3 && !isPart ? wrong('lists requests instead of explaining') : right('says what is needed')
}

function gradeSimilar({ includes, to, orNone }: Extract<Judged, { kind: 'similar' }>, its: Case): Grade {
  const { given, office, asker } = its
  const reading = { asker, variant: 0 }
  const expected = includes.map((title) => requestOf(office, { title }, reading).requestId)
  const missing = expected.find((id) => !given.everything.includes(id))
  if (missing) return wrong(`does not find ${missing}`)
  if (expected.length > 0) return right('finds it')
  const own = to && requestOf(office, to, reading).requestId
  const others = given.shown.filter((id) => id !== own)
  if (orNone && saysNone(given.text) && given.understood) return right('says that there is none')
  if (!own) return wrong('shows requests for what nobody asked for')
  const isAbout = /similar|alike|like|resembl|duplicate|close/i.test(given.text)
  return others.length > 0 && isAbout ? right('shows similar ones') : wrong('shows no similar ones')
}

function gradeAction(opens: readonly string[], its: Case): Grade {
  const { text, hrefs } = its.given
  if (CLAIMS_DONE.test(text.replace(/nothing (?:was|has been|is) \w+/gi, ''))) return wrong('says that it is done')
  if (!CHANGES_NOTHING.test(text)) return wrong('does not say that it changes nothing')
  const leads = opens.some((place) => hrefs.some((href) => isPlace(href, place, its)))
  return leads ? right('leads to the place') : { verdict: 'refused', reason: `does not lead to ${opens.join(' or ')}` }
}

const PLACES: Record<string, RegExp> = {
  list: /^\/requests(?:$|[/?])/,
  mine: /^\/requests(?:$|[/?])/,
  new: /modal=new-request/,
  team: /^\/team/,
  settings: /^\/settings/,
  profile: /^\/profile/,
  reports: /^\/reports/,
}

function isPlace(href: string, place: string, { office, asker }: Case): boolean {
  if (!place.startsWith('request:')) return PLACES[place]!.test(href)
  const id = inWords(office, place.slice('request:'.length), asker)
  const row = office.rows.find(({ requestId }) => requestId === id)
  return href.includes(id) || (row !== undefined && href.includes(row.id))
}
