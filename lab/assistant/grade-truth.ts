import { dateIn } from '../../shared/dates.ts'
import { DEPARTMENTS, PRIORITIES, STATUSES } from '../../shared/requests.ts'
import type { Fact } from './labels.ts'
import { measured } from './measures.ts'
import { fullName, type Row } from './office.ts'
import { rowsBehind } from './links.ts'
import { associatedValues, countIn, firstNamed, hasValue, seriesIn } from './reading.ts'
import type { Truth } from './truth.ts'
import { type Case, type Grade, right, wrong } from './verdicts.ts'
import {
  dateNames,
  type Duration,
  durationsIn,
  isAbout,
  isNamed,
  namesOf,
  numbersAsked,
  numbersIn,
  saysNone,
  sentencesOf,
} from './words.ts'

type Of<K extends Truth['kind']> = Extract<Truth, { kind: K }>

/** Against one reading of the question. */
export function gradeTruth(truth: Truth, its: Case): Grade {
  switch (truth.kind) {
    case 'count':
      return gradeCount(truth, its)
    case 'list':
      return gradeList(truth, its)
    case 'ranking':
      return gradeRanking(truth, its)
    case 'groups':
      return gradeGroups(truth, its)
    case 'days':
      return gradeDays(truth, its)
    case 'comparison':
      return gradeComparison(truth, its)
    case 'series':
      return gradeSeries(truth, its)
    case 'share':
      return gradeShare(truth, its)
    case 'facts':
      return gradeFacts(truth, its)
  }
}

function gradeCount({ value, ids }: Of<'count'>, its: Case): Grade {
  const stranger = its.given.shown.find((id) => !ids.includes(id))
  if (stranger && !its.isPart) return wrong(`shows ${stranger}, which is not among the ${value}`)
  return countIn(its, value) ? right(`says ${value}`) : wrong(`does not say ${value}`)
}

function gradeList({ tiers, limit, isOrdered }: Of<'list'>, its: Case): Grade {
  const { given, isPart } = its
  const all = tiers.flat()
  if (all.length === 0) return gradeEmpty(its)
  if (limit === 1) return gradeFirst(tiers[0]!, its)
  const { shown } = given
  const stranger = shown.find((id) => !all.includes(id))
  if (stranger && !isPart) return wrong(`shows ${stranger}, which does not belong`)
  const wanted = Math.min(limit ?? all.length, all.length)
  if (limit && shown.length !== wanted) return wrong(`shows ${shown.length} instead of ${wanted}`)
  if (isOrdered && !isInOrder(shown, tiers)) return wrong('not in the order asked for')
  if (shown.length === wanted) return right(`shows all ${wanted}`)
  // A long list may be shown in part if it says how many there are, or opens exactly these.
  const opens = given.hrefs.some((href) => isSame(rowsBehind(its, href), all))
  if (opens || (shown.length > 0 && countIn(its, all.length))) return right(`stands for all ${wanted}`)
  return wrong(`shows ${shown.length} of ${wanted}`)
}

function gradeEmpty(its: Case): Grade {
  if (its.given.shown.length > 0) return wrong('shows requests where there are none')
  return countIn(its, 0) ? right('says that there are none') : wrong('does not say that there are none')
}

/** The one asked for is named, or stands first. */
function gradeFirst(firsts: readonly string[], { given }: Case): Grade {
  const named = /RFD-\d{4}-\d{4,}/i.exec(given.text)?.[0]
  const first = named ?? given.shown[0]
  return first && firsts.includes(first) ? right(`names ${first}`) : wrong(`not ${firsts.join(' or ')}`)
}

/** From the top without a gap: what stands before the last tier shown is all there. */
function isInOrder(shown: readonly string[], tiers: readonly string[][]): boolean {
  let at = 0
  for (const tier of tiers) {
    const part = shown.slice(at, at + tier.length)
    if (!part.every((id) => tier.includes(id))) return false
    at += part.length
  }
  return true
}

function isSame(one: readonly string[] | undefined, other: readonly string[]): boolean {
  return one !== undefined && one.length === other.length && one.every((id) => other.includes(id))
}

function gradeRanking({ tiers, top, known, isDays }: Of<'ranking'>, its: Case): Grade {
  if (tiers.length === 0 || (!isDays && tiers[0]!.value === 0 && tiers.length === 1)) return gradeEmpty(its)
  const named = firstNamed(its.given, known, top)
  let at = 0
  for (const { groups } of tiers) {
    const part = named.slice(at, Math.min(at + groups.length, top))
    if (part.some((group) => !groups.includes(group)))
      return wrong(`names ${named.join(', ')}, not ${groups.join(', ')}`)
    at += part.length
    if (part.length < groups.length) break
  }
  const wanted = Math.min(
    top,
    tiers.reduce((sum, { groups }) => sum + groups.length, 0),
  )
  if (at < wanted) return wrong(`names ${at} of ${wanted}`)
  return gradeTopValue(named[0]!, tiers[0]!.value, isDays, its)
}

/** A number beside the first name must be its own. */
function gradeTopValue(name: string, value: number, isDays: boolean, { given, questions }: Case): Grade {
  const values = associatedValues(given, [namesOf(name)], isDays)[0]!
  const asked = numbersAsked(questions)
  const meant = isDays ? values : values.filter(({ days }) => !asked.has(days) || days === value)
  if (meant.length > 0 && !hasValue(meant, value)) return wrong(`${name} has ${value}`)
  return right(`names ${name}`)
}

function gradeGroups({ counts, unnamed }: Of<'groups'>, { given }: Case): Grade {
  const names = counts.map(([group]) => namesOf(group))
  const values = associatedValues(given, names, false)
  const off = counts.findIndex(([, count], at) => !hasValue(values[at]!, count))
  if (off >= 0) return wrong(`${counts[off]![0]} has ${counts[off]![1]}`)
  const others = given.lines.filter(({ label }) => names.every((one) => !isNamed(label, one)))
  const stranger = others.find(({ cells }) => {
    const numbers = cells.flatMap(({ text }) => numbersIn(text)).filter((number) => number > 0)
    return numbers.length > 0 && !numbers.includes(unnamed)
  })
  if (stranger && !/total|all|sum/i.test(stranger.label)) return wrong(`shows ${stranger.label}, which has none`)
  return right('every group is right')
}

function gradeDays({ value, over }: Of<'days'>, its: Case): Grade {
  if (over === 0) return gradeEmpty(its)
  const found = meantDurations(its)
  return found.some((one) => isAbout(one, value))
    ? right(`says ${value.toFixed(1)}`)
    : wrong(`not ${value.toFixed(1)} days`)
}

/** Those of the first sentence that has any which the question didn't bring along, else of the tables. */
function meantDurations({ given, questions, isPart }: Case): Duration[] {
  const asked = durationsIn(questions.join('\n'))
  const news = (text: string) => durationsIn(text).filter(({ days }) => !asked.some((one) => one.days === days))
  const inText = isPart
    ? news(given.text)
    : sentencesOf(given.text)
        .map(news)
        .find(({ length }) => length > 0)
  return inText ?? given.lines.flatMap(({ cells }) => cells.flatMap(({ text }) => durationsIn(text)))
}

function gradeComparison({ sides, isDays }: Of<'comparison'>, its: Case): Grade {
  const values = associatedValues(
    its.given,
    sides.map(({ name }) => name),
    isDays,
  )
  const off = sides.findIndex(({ value }, at) => !hasValue(values[at]!, value))
  return off < 0 ? right('both sides are right') : wrong(`${sides[off]!.name[0]} has ${sides[off]!.value}`)
}

/** What is shown must be the latest part of the series without a gap. */
function gradeSeries({ values, atLeast, isDays }: Of<'series'>, { given }: Case): Grade {
  const known = values.filter((value) => value !== null)
  const matches = (shown: readonly number[]) => {
    const ends = [known.length, known.length - 1]
    return ends.some((end) => {
      const part = known.slice(Math.max(end - shown.length, 0), end)
      return (
        part.length === shown.length && part.every((value, at) => Math.abs(value - shown[at]!) <= (isDays ? 0.6 : 0))
      )
    })
  }
  const enough = Math.min(atLeast, known.length)
  const series = seriesIn(given).filter((one) => one.length >= enough)
  const found = series.find((one) => matches(one) || matches(one.toReversed()))
  return found ? right('the series is right') : wrong(`not the series ${known.slice(-6).join(', ')}`)
}

function gradeShare({ part, whole }: Of<'share'>, { given }: Case): Grade {
  const percents = [...given.everything.matchAll(/(\d+(?:\.\d+)?) ?(?:%|per ?cent)/gi)].map(([, number]) =>
    Number(number),
  )
  const numbers = numbersIn(given.text)
  if (percents.some((percent) => Math.abs(percent - (100 * part) / whole) <= 0.6))
    return right(`says ${part} of ${whole}`)
  if (percents.length > 0) return wrong(`not ${part} of ${whole}`)
  return numbers.includes(part) && numbers.includes(whole)
    ? right(`says ${part} of ${whole}`)
    : wrong(`not ${part} of ${whole}`)
}

function gradeFacts({ row, facts }: Of<'facts'>, its: Case): Grade {
  const { everything } = its.given
  const isAboutIt = [row.requestId, row.title, row.id].some((name) =>
    everything.toLowerCase().includes(name.toLowerCase()),
  )
  if (!isAboutIt) return wrong(`is not about ${row.requestId}`)
  const missing = facts.find((fact) => !saysFact(fact, row, its))
  return missing ? wrong(`does not say ${missing} of ${row.requestId}`) : right(facts.join(', '))
}

function saysFact(fact: Fact, row: Row, { office, given }: Case): boolean {
  const text = given.everything
  const says = (names: readonly string[]) => isNamed(text, names)
  const date = (at: string) => dateNames(dateIn(office.timeZone, new Date(at)))
  const person = (id: string | null) => {
    const found = office.people.find((one) => one.id === id)
    return found ? says(namesOf(fullName(found))) : /unassigned|nobody|no ?one|not assigned|no assignee/i.test(text)
  }
  switch (fact) {
    case 'status':
      return says(namesOf(STATUSES[row.status]))
    case 'priority':
      return says([PRIORITIES[row.priority]])
    case 'department':
      return says(namesOf(DEPARTMENTS[row.department]))
    case 'requester':
      return person(row.requesterId)
    case 'assignee':
      return person(row.assigneeId)
    case 'created':
      return says(date(row.createdAt))
    case 'due':
      return says(dateNames(row.dueDate))
    case 'completed':
      return row.completedAt ? says(date(row.completedAt)) : /\bnot\b|n't/i.test(text)
    case 'lead':
      return durationsIn(text).some((one) => isAbout(one, measured(office, row, 'lead') ?? NaN))
    case 'reason': {
      const reason = row.moves.findLast(({ to }) => to === row.status)?.reason
      return reason ? text.includes(reason) : saysNone(text) || /comments?|history/i.test(text)
    }
  }
}
