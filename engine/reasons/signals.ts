import type { Priority } from '../../shared/requests.ts'
import { proseOf } from '../text/prose.ts'
import { sentencesOf, type SpokenWord } from './spoken-words.ts'
import { BOOKS } from './signal-phrases.ts'

/**
 * Explicit statements about urgency and weight in a text. Each signal is one feature for the classifier, which learns its
 * weight; none decides alone. Words like "urgent" or "critical" are not signals: anybody can write them.
 */
export const SIGNALS = {
  date: 'gives a date or deadline',
  law: 'refers to a law or legal duty',
  outage: 'describes an outage or a stoppage',
  people: 'affects many people or cases',
  money: 'involves money',
  security: 'describes a security incident',
  mildness: 'describes itself as a small request',
} as const
export type Signal = keyof typeof SIGNALS
export const SIGNAL_NAMES = Object.keys(SIGNALS) as Signal[]

export interface FoundSignal {
  signal: Signal
  /** the words that show it, verbatim */
  words: string
}

/** Signals in the order of `SIGNALS`, each with the words that show it. Code, logs and addresses are ignored. */
export function signalsOf(title: string, description: string): FoundSignal[] {
  return signalsIn({ title: proseOf(title.slice(0, 500)), description: proseOf(description.slice(0, 4000)) })
}

/** The same for text that is already reduced to prose. */
export function signalsIn(prose: { title: string; description: string }): FoundSignal[] {
  const texts = [prose.title.slice(0, 500), prose.description.slice(0, 4000)]
  const sentences = texts.flatMap((text) => sentencesOf(text).map((words) => ({ text, words })))
  return SIGNAL_NAMES.flatMap((signal): FoundSignal[] => {
    for (const { text, words } of sentences) {
      const matches = BOOKS[signal].find(words)
      if (
        !matches ||
        isDenied(words, matches.first) ||
        (MAY_BE_WISHED.has(signal) && isHypothetical(words, matches.first, signal))
      )
        continue
      return [{ signal, words: text.slice(words[matches.first]!.start, words[matches.last]!.end) }]
    }
    return []
  })
}

/** Signals of urgency; the others indicate the opposite. */
const URGENT: ReadonlySet<Signal> = new Set(['outage', 'security', 'people', 'law', 'date', 'money'])

/** The signals that support a priority. */
export function signalsSupporting(signals: readonly FoundSignal[], value: Priority): FoundSignal[] {
  if (value === 'medium') return []
  return signals.filter(({ signal }) => (value === 'low' ? signal === 'mildness' : URGENT.has(signal)))
}

/** A rarer priority may be named instead of a likelier one only if the text has a signal for it. */
export function isSupportedBySignal(signals: readonly FoundSignal[], value: Priority): boolean {
  return value === 'medium' || signalsSupporting(signals, value).length > 0
}

export function factsOf(signals: readonly FoundSignal[]): string[] {
  return signals.map(({ signal }) => `signal=${signal}`)
}

const DENIALS = new Set('no not without never nor neither nobody isnot doesnot willnot'.split(' '))
/** "No deadline", "it is not down": a denied signal does not count. */
function isDenied(words: readonly SpokenWord[], first: number): boolean {
  return words.slice(Math.max(0, first - 2), first).some(({ text }) => DENIALS.has(text))
}

/** Signals that may be part of a wish: "Warn when the upload fails" reports no failure. */
const MAY_BE_WISHED: ReadonlySet<Signal> = new Set(['outage', 'security'])
const WISHES = new Set(
  `show warn tell notify inform alert send retry repeat keep stop mark record register allow let add display highlight report
   count list log sort name encrypt store put make give offer provide create build write freeze hide remove replace use check
   detect find search filter print save prevent ask remind export import automate extend introduce support enable block`.split(
    /\s+/,
  ),
)
/** "Crisis page when systems are down": a hypothetical follows. At the beginning of a sentence it may be a report. */
const IMAGINED = new Set('if when whenever once while until unless'.split(' '))
const CONDITIONS = new Set([...IMAGINED, ...'after before that which where'.split(' ')])
const MODALS = new Set('should shall must needs need want wants could may might'.split(' '))

function isHypothetical(words: readonly SpokenWord[], first: number, signal: Signal): boolean {
  const begin = words[0]!.text === 'please' ? 1 : 0
  const opening = words[begin]?.text ?? ''
  if (begin <= first && (WISHES.has(opening) || opening === 'if')) return true
  const before = words.slice(0, first)
  if (before.slice(1).some(({ text }) => IMAGINED.has(text))) return true
  // "Managers should see requests of other departments" is not a security problem.
  if (signal === 'security' && words.slice(0, first + 3).some(({ text }) => MODALS.has(text))) return true
  return before.some(({ text }) => CONDITIONS.has(text)) && words.some(({ text }) => MODALS.has(text))
}
