import type { DecidingWord, DevelopmentType } from '../../shared/ai.ts'
import { formatChance } from '../../shared/chance.ts'
import { PRIORITIES, type Priority } from '../../shared/request-rules.ts'
import { listed } from '../../shared/wording.ts'
import { formatNumber } from '../../shared/texts/formats.ts'
import { SIGNALS, signalsSupporting, type FoundSignal, type Signal } from './signals.ts'
import { onceEach } from '../text/text.ts'

/** Plain explanations of the engine's results. No sentence claims more than was measured. */
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

export const UNKNOWN_WORDS =
  'The engine knows hardly any of these words: say in a few sentences what should change, and for whom.'

export function missingForType(first: DevelopmentType, second: DevelopmentType, words: number): string {
  if (words < 8) return 'The text is short: say what should happen and where.'
  return `It could be ${first} or ${second}: say ${HINTS[first]}, or ${HINTS[second]}.`
}

/** @param first display name of the likeliest department */
export function missingForDepartment(first: string, second: string, words: number): string {
  if (words < 8) return 'The text is short: say whose work it affects.'
  return `It could belong to ${first} or ${second}: say whose work it affects.`
}

/** Asks only for what the text does not say yet; a text that mentions an outage is not called silent about urgency. */
export function missingForPriority(signals: readonly { signal: Signal }[], first: Priority, second: Priority): string {
  const named = new Set(signals.map(({ signal }) => signal))
  const parts = [
    ...(named.has('people') ? [] : ['how many people or cases are affected']),
    ...(named.has('date') ? [] : ['when it is needed by']),
    ...(named.has('outage') ? [] : ['whether work is stopped']),
  ]
  const about =
    named.size === 0
      ? 'The text says little about urgency'
      : `It could be ${PRIORITIES[first]} or ${PRIORITIES[second]}`
  return parts.length > 0 ? `${about}: say ${listed(parts)}.` : `${about}: compare it with what else is waiting.`
}

/** Signals that a reader expects to decide; a priority against them is explained. */
const ALARMING: ReadonlySet<Signal> = new Set(['outage', 'security', 'people'])

const CALM = 'The text gives no reason for urgency.'

/** The signals that support a priority, or that contradict it. Null if words have to explain it. */
export function becauseOfSignals(signals: readonly FoundSignal[], value: Priority): string | null {
  const isUrgent = value === 'high' || value === 'critical'
  const speaking = signalsSupporting(signals, value)
  const against = signals.filter(({ signal }) => (isUrgent ? signal === 'mildness' : ALARMING.has(signal)))
  if (against.length > 0)
    return `The text ${saidBy(against)}, yet ${PRIORITIES[value]} is what the rest of it reads like.`
  if (speaking.length > 0) return `The text ${saidBy(speaking)}.`
  if (value !== 'medium') return null
  return signals.length > 0 ? `The text ${saidBy(signals)} and gives no other reason for urgency.` : CALM
}

function saidBy(signals: readonly FoundSignal[]): string {
  return listed(signals.slice(0, 4).map(({ signal, words }) => `${SIGNALS[signal]} (“${words}”)`))
}

/** The words that a colleague would name, in one sentence. */
export function becauseOfWords(words: readonly DecidingWord[]): string {
  const named = quoted(words)
  if (named.length === 0) return 'No single word was decisive.'
  return `${listed(named)} ${named.length === 1 ? 'counts' : 'count'} most.`
}

/** The priority head names rare values early; if another one is likelier, the reader must be told why. */
export function whyRare({
  value,
  probability,
  alternatives,
}: {
  value: Priority
  probability: number
  alternatives: readonly { value: Priority; probability: number }[]
}): string {
  const [likelier] = alternatives
  if (!likelier || likelier.probability <= probability) return ''
  return `${PRIORITIES[likelier.value]} is more likely (${formatChance(likelier.probability)}); ${PRIORITIES[value]} is suggested because it is rarer and costs more when it is missed. `
}

export function reasoningOf(classification: {
  priority: StatedLabel<Priority> & { alternatives: readonly { value: Priority; probability: number }[] }
  developmentType: StatedLabel<DevelopmentType>
  responsibleDepartment: StatedLabel
  departmentName: string
  words: readonly DecidingWord[]
  signals: readonly FoundSignal[]
  learnedFrom: number
}): string {
  const sentences: string[] = []
  const say = (about: DecidingWord['about'], label: string, { probability, certain }: StatedLabel, none: string) => {
    const words = quoted(classification.words.filter((word) => word.about === about))
    const sure = certain ? `${formatChance(probability)} sure` : `only a guess at ${formatChance(probability)}`
    sentences.push(`${label} (${sure})${words.length > 0 ? `, mostly because of ${listed(words)}` : none}.`)
  }
  const none = '; no single words decide'
  say('developmentType', `${classification.developmentType.value} work`, classification.developmentType, none)
  say('responsibleDepartment', `For ${classification.departmentName}`, classification.responsibleDepartment, none)
  const calm = classification.priority.value === 'medium' ? '; the text gives no reason for urgency' : none
  say(
    'priority',
    `${PRIORITIES[classification.priority.value]} priority`,
    classification.priority,
    classification.signals.length > 0 ? '' : calm,
  )
  if (classification.signals.length > 0) sentences.push(`The text ${saidBy(classification.signals)}.`)
  const rare = whyRare(classification.priority).trim()
  if (rare !== '') sentences.push(rare)
  sentences.push(
    classification.learnedFrom > 0
      ? `Learned from ${formatNumber(classification.learnedFrom)} of the office’s own requests.`
      : 'The engine has not learned from this office’s decisions yet; this is based on its starting examples.',
  )
  return sentences.join(' ')
}

/** The strongest words for a value, each once, quoted verbatim. */
function quoted(words: readonly DecidingWord[]): string[] {
  return onceEach(words.filter(({ weight }) => weight > 0).map(({ text }) => text))
    .slice(0, 3)
    .map((text) => `“${text}”`)
}
