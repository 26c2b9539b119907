import type { DecidingWord, DevelopmentType } from '../../shared/ai.ts'
import { formatChance } from '../../shared/chance.ts'
import { DEPARTMENTS, PRIORITIES, type Department, type Priority } from '../../shared/requests.ts'
import { SIGNALS, type Signal } from './signals.ts'
import { onceEach } from '../text/text.ts'

/** Plain words for what the engine did. No sentence says more than was measured. */
export interface StatedLabel<T extends string = string> {
  value: T
  probability: number
  certain: boolean
}

const HINTS: Record<DevelopmentType, string> = {
  UI: 'which screen or form is meant',
  Backend: 'which rule or calculation should change',
  Integration: 'which other system is involved',
  'Full-Stack': 'who uses it and on which pages',
  Database: 'which tables or data are affected',
  Security: 'who may do or see what',
  API: 'which program calls the system, and for what',
}

export function missingForType(first: DevelopmentType, second: DevelopmentType, words: number): string {
  if (words < 8) return 'The text is short: say what should happen and where.'
  return `It could be ${first} or ${second}: say ${HINTS[first]}, or ${HINTS[second]}.`
}

export function missingForDepartment(first: Department, second: Department, words: number): string {
  if (words < 8) return 'The text is short: say whose work it affects.'
  return `It could belong to ${DEPARTMENTS[first]} or ${DEPARTMENTS[second]}: say whose work it affects.`
}

export function missingForPriority(signals: readonly { signal: Signal }[]): string {
  const named = new Set(signals.map(({ signal }) => signal))
  const wanted = [
    ...(named.has('people') ? [] : ['how many people or cases are affected']),
    ...(named.has('date') ? [] : ['when it is needed by']),
    ...(named.has('outage') ? [] : ['whether work is stopped']),
  ]
  return `The text says little about urgency: ${wanted.length > 0 ? `say ${listed(wanted)}.` : 'the signs point in different directions.'}`
}

export function reasoningOf(told: {
  priority: StatedLabel<Priority>
  developmentType: StatedLabel<DevelopmentType>
  responsibleDepartment: StatedLabel<Department>
  words: readonly DecidingWord[]
  signals: readonly { signal: Signal; words: string }[]
  learnedFrom: number
}): string {
  const sentences: string[] = []
  const named = (about: DecidingWord['about']) =>
    onceEach(told.words.filter((word) => word.about === about && word.weight > 0).map(({ text }) => text))
      .slice(0, 3)
      .map((text) => `“${text}”`)
  const say = (about: DecidingWord['about'], label: string, { probability, certain }: StatedLabel) => {
    const words = named(about)
    const sure = certain ? `${formatChance(probability)} sure` : `only a guess at ${formatChance(probability)}`
    sentences.push(`${label} (${sure})${words.length > 0 ? `, mostly because of ${listed(words)}` : ''}.`)
  }
  say('developmentType', `${told.developmentType.value} work`, told.developmentType)
  say('responsibleDepartment', `For ${DEPARTMENTS[told.responsibleDepartment.value]}`, told.responsibleDepartment)
  say('priority', `${PRIORITIES[told.priority.value]} priority`, told.priority)
  if (told.signals.length > 0) {
    const signs = told.signals.slice(0, 4).map(({ signal, words }) => `${SIGNALS[signal]} (“${words}”)`)
    sentences.push(`The text ${listed(signs)}.`)
  }
  sentences.push(
    told.learnedFrom > 0
      ? `Learned from ${told.learnedFrom.toLocaleString('en')} of the office’s own requests.`
      : 'The engine has not learned from this office’s decisions yet; this is based on its starting examples.',
  )
  return sentences.join(' ')
}

function listed(items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`
}
