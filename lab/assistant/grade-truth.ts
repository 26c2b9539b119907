import { dateIn } from '../../shared/dates.ts'
import { FIRST_DEPARTMENTS } from '../../shared/departments.ts'
import { PRIORITIES, STATUSES } from '../../shared/requests.ts'
import { gradeEmpty } from './grade-empty.ts'
import { gradeComparison, gradeDays, gradeGroups, gradeRanking, gradeSeries, gradeShare } from './grade-groups.ts'
import type { Fact } from './labels.ts'
import { rowsBehind } from './links.ts'
import { measured } from './measures.ts'
import { fullName, type Row } from './office.ts'
import { countIn } from './reading.ts'
import type { Truth } from './truth.ts'
import { type Case, type Grade, right, wrong } from './verdicts.ts'
import { dateNames, durationsIn, isAbout, isNamed, namesOf, saysNone } from './words.ts'

type Of<K extends Truth['kind']> = Extract<Truth, { kind: K }>

/** Grades against one reading of the question. */
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

function gradeCount({ value, ids, where }: Of<'count'>, its: Case): Grade {
  if (value === 0) return gradeEmpty(its, where)
  const stranger = its.given.shown.find((id) => !ids.includes(id))
  if (stranger && !its.isPart) return wrong(`shows ${stranger}, which is not among the ${value}`)
  return countIn(its, value) ? right(`says ${value}`) : wrong(`does not say ${value}`)
}

function gradeList({ tiers, limit, isOrdered, where }: Of<'list'>, its: Case): Grade {
  const { given, isPart } = its
  const all = tiers.flat()
  if (all.length === 0) return gradeEmpty(its, where)
  if (limit === 1) return gradeFirst(tiers[0]!, its)
  const { shown } = given
  const stranger = shown.find((id) => !all.includes(id))
  if (stranger && !isPart) return wrong(`shows ${stranger}, which does not belong`)
  const expected = Math.min(limit ?? all.length, all.length)
  if (limit && shown.length !== expected) return wrong(`shows ${shown.length} instead of ${expected}`)
  if (isOrdered && !isInOrder(shown, tiers)) return wrong('not in the order asked for')
  if (shown.length === expected) return right(`shows all ${expected}`)
  // A long list may be truncated if the answer gives the count or links to exactly these requests.
  const opens = given.hrefs.some((href) => isSame(rowsBehind(its, href), all))
  if (opens || (shown.length > 0 && countIn(its, all.length))) return right(`stands for all ${expected}`)
  return wrong(`shows ${shown.length} of ${expected}`)
}

/** The request asked for must be named, or be listed first. */
function gradeFirst(firsts: readonly string[], { given }: Case): Grade {
  const named = /RFD-\d{4}-\d{4,}/i.exec(given.text)?.[0]
  const first = named ?? given.shown[0]
  return first && firsts.includes(first) ? right(`names ${first}`) : wrong(`not ${firsts.join(' or ')}`)
}

/** From the top without gaps: all tiers before the last one shown must be complete. */
function isInOrder(shown: readonly string[], tiers: readonly string[][]): boolean {
  let at = 0
  for (const tier of tiers) {
    const part = shown.slice(at, at + tier.length)
    if (!part.every((id) => tier.includes(id))) return false
    at += part.length
  }
  return true
}

function isSame(a: readonly string[] | undefined, b: readonly string[]): boolean {
  return a !== undefined && a.length === b.length && a.every((id) => b.includes(id))
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
    const match = office.people.find((one) => one.id === id)
    return match ? says(namesOf(fullName(match))) : /unassigned|nobody|no ?one|not assigned|no assignee/i.test(text)
  }
  switch (fact) {
    case 'status':
      return says(namesOf(STATUSES[row.status]))
    case 'priority':
      return says([PRIORITIES[row.priority]])
    case 'department':
      return says(namesOf(FIRST_DEPARTMENTS.nameOf(row.department)))
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
