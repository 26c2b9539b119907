import { MONTHS } from './dates.ts'
import type { OpenOutlook } from './outlook.ts'
import { fullName } from './people.ts'
import { formatNumber } from './texts/formats.ts'

type QueuePosition = Pick<OpenOutlook, 'waitsFor' | 'assignee' | 'place' | 'basedOn'>

/** "1st", "2nd", "13th". */
export function ordinal(n: number): string {
  const last = n % 100 > 10 && n % 100 < 14 ? 0 : n % 10
  return `${formatNumber(n)}${['th', 'st', 'nd', 'rd'][last] ?? 'th'}`
}

/** What the request waits for and on whom, with its position in that queue. */
export function turnInWords(position: QueuePosition): string {
  const name = fullName(position.assignee)
  if (position.waitsFor === 'work') return `${name} is working on it. ${placeInWords(position)}`.trimEnd()
  if (position.waitsFor === 'assignee') return `In progress, and nobody is assigned. ${placeInWords(position)}`
  return `${placeInWords(position)}${name ? ` It is assigned to ${name}.` : ''}`
}

/** All sentences as one text, for the printed sheet. */
export function standingInWords(outlook: OpenOutlook, today: string): string {
  const sentences = [
    turnInWords(outlook),
    sinceInWords(outlook, today),
    stepInWords(outlook),
    finishInWords(outlook, today),
    basisInWords(outlook),
  ]
  return sentences.filter(Boolean).join(' ')
}

/** Position among all requests that wait for the same thing. */
function placeInWords(position: QueuePosition): string {
  const { waitsFor, place } = position
  if (position.basedOn === 'visible') return placeAmongOwn(position)
  const at = `the ${ordinal(place.at)} of ${formatNumber(place.of)}`
  switch (waitsFor) {
    case 'review':
      return place.of === 1
        ? 'It is the only one waiting for review by a manager.'
        : `It is ${at} waiting for review by a manager.`
    case 'assignee':
      return place.of === 1
        ? 'It waits for somebody to take it.'
        : `It waits for somebody to take it, ${at} without an assignee.`
    case 'work':
      return place.of === 1
        ? 'It is the only request they have in progress.'
        : `It is ${at} requests they have in progress.`
  }
}

/** Position among those that the asker may see; nothing if it is the only one. */
function placeAmongOwn({ waitsFor, place: { at, of } }: QueuePosition): string {
  const place = `it is the ${ordinal(at)} of ${formatNumber(of)}.`
  switch (waitsFor) {
    case 'review':
      return of === 1
        ? 'It is waiting for review by a manager.'
        : `Of your own requests waiting for review by a manager ${place}`
    case 'assignee':
      return of === 1
        ? 'It waits for somebody to take it.'
        : `It waits for somebody to take it; of your own requests without an assignee ${place}`
    case 'work':
      return of === 1 ? '' : `Of your own requests they have in progress ${place}`
  }
}

/** States that the figures come from the asker's own requests only; shown once below them. */
export function basisInWords({ basedOn }: Pick<OpenOutlook, 'basedOn'>): string {
  if (basedOn === 'all') return ''
  return 'Your office shows you your own requests only, so the place among all of them is not shown, and times and dates come from your own.'
}

/** How long it has waited or been worked on. */
export function sinceInWords({ since, days, waitsFor }: OpenOutlook, today: string): string {
  const verb = waitsFor === 'review' ? 'Waiting' : 'In progress'
  if (since === today) return `${verb} since today.`
  return `${verb} since ${dayInWords(since, today)}${days < 1 ? '' : `, ${workingDays(Math.floor(days))}`}.`
}

/** How long this step took for comparable requests, and the published time. */
export function stepInWords({ step, waitsFor, published, basedOn }: OpenOutlook): string {
  const usual = `The published time is ${published}.`
  if (!step) return `${tooFew(basedOn)} to say how long this step takes. ${usual}`
  const [half, most] = [Math.max(1, Math.ceil(step.p50)), Math.max(1, Math.ceil(step.p85))]
  const took = waitsFor === 'review' ? 'were taken up within' : 'were finished within'
  const from = waitsFor === 'review' ? '' : ' of work'
  return `Half of such requests ${took} ${workingDays(half)}${from}, 85 of 100 within ${formatNumber(most)}. ${usual}`
}

/** When it will likely be finished, or why that is unknown. */
export function finishInWords({ finish, step, dueDate, isOverdue, basedOn }: OpenOutlook, today: string): string {
  if (step?.isBeyond95)
    return 'It has taken longer than 95 of 100 such requests, so nobody can say when it will be finished.'
  if (!finish) return `${tooFew(basedOn)} to say when it will be finished.`
  const range = `Likely finished ${rangeInWords(finish.p15, finish.p85, today)}`
  const half = `7 of 10 such requests were, and half of all by ${dayInWords(finish.p50, today)}.`
  return `${range}: ${half}${isOverdue ? '' : ` ${chanceInWords(finish.byDue, dayInWords(dueDate, today))}`}`
}

function tooFew(basedOn: OpenOutlook['basedOn']): string {
  return `There are too few comparable requests${basedOn === 'visible' ? ' among your own' : ''}`
}

function chanceInWords(byDue: number, due: string): string {
  const percent = Math.round(byDue * 100)
  if (percent === 0) return `It will almost certainly not be finished by its due date, ${due}.`
  if (percent === 100) return `It will almost certainly be finished by its due date, ${due}.`
  return `The chance that it is finished by its due date, ${due}, is ${percent}%.`
}

/** One line for a list: "likely finished between 4 and 19 December". */
export function shortFinish({ finish, step }: OpenOutlook, today: string): string {
  if (step?.isBeyond95) return 'takes longer than 95 of 100 such requests'
  return finish
    ? `likely finished ${rangeInWords(finish.p15, finish.p85, today)}`
    : 'too few comparable requests to say when'
}

/** Like `standingInWords`, without what `turnInWords` and `sinceInWords` say beyond the position, for the assistant's answer. */
export function outlookInWords(outlook: OpenOutlook, today: string): string {
  const sentences = [placeInWords(outlook), stepInWords(outlook), finishInWords(outlook, today), basisInWords(outlook)]
  return sentences.filter(Boolean).join(' ')
}

/** "between 4 and 19 December", "between 30 November and 14 December", "on 4 December"; years only where they differ. */
export function rangeInWords(from: string, to: string, today: string): string {
  if (from === to) return `on ${dayInWords(from, today)}`
  const isSameMonth = from.slice(0, 7) === to.slice(0, 7)
  const begin = isSameMonth ? String(Number(from.slice(8))) : dayInWords(from, isSameYear(from, to) ? from : today)
  return `between ${begin} and ${dayInWords(to, today)}`
}

const isSameYear = (a: string, b: string) => a.slice(0, 4) === b.slice(0, 4)

/** "4 December"; with its year unless it is this year. */
function dayInWords(date: string, today: string): string {
  const [year, month, day] = date.split('-')
  const words = `${Number(day)} ${MONTHS[Number(month) - 1]}`
  return isSameYear(date, today) ? words : `${words} ${year}`
}

function workingDays(days: number): string {
  return `${formatNumber(days)} working ${days === 1 ? 'day' : 'days'}`
}
