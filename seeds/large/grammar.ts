import type { Department } from '../../shared/requests.ts'
import { between, oneOf, type Random } from '../common/random.ts'
import { SYLLABLES, VOCABULARY } from './vocabulary.ts'

/** Square brackets refer to a list of the vocabulary or a piece below. */
const TITLES = {
  it: [
    '[action] the [thing] [detail]',
    '[action] every [thing] at [place]',
    'Portal: [fault] when [person] open a [thing]',
    'Interface with [agency] for the [thing]',
    'One screen for [thing] and [thing]',
    '[person] see [fault] on the [thing]',
  ],
  data: [
    'Load the [thing] from [agency] [detail]',
    'Monthly report on [thing] and [goods]',
    'Duplicates in the [thing] register',
    '[action] the [thing] of chapter [chapter] [detail]',
    'History of each [thing] since [year]',
  ],
  security: [
    'Second approval for the [thing] [detail]',
    'Log who opened a [thing] at [place]',
    'Access of [person] to the [thing]',
    '[fault] in the audit trail of the [thing]',
    'Certificates for the interface with [agency]',
  ],
  operations: [
    '[action] the [thing] at [place] [detail]',
    'Queue for [goods] at [place]',
    '[person] at [place] need the [thing] [detail]',
    'Mobile form for the [thing] at [place]',
    '[fault] on the [thing] for [goods]',
  ],
  compliance: [
    'Check the [thing] against the [thing] [detail]',
    'New rule for [goods] of chapter [chapter]',
    '[thing] must name the [thing] [detail]',
    'Time limit for the [thing] [detail]',
    'Proof for [agency] that the [thing] was checked',
  ],
} satisfies Partial<Record<Department, readonly string[]>>
/** The departments that the large office uses. */
export type SeededDepartment = keyof typeof TITLES

const OPENINGS = [
  'Today [person] at [place] [verb] the [thing] by hand, about [number] times a [period].',
  'Since the last release we get [fault] when a [thing] for [goods] is opened.',
  'The [thing] of [firm] ([reference]) was refused although [agency] had confirmed it.',
  '[person] ask for the [thing] [detail], most recently for the vessel [ship].',
  'In the last quarter [number] of [bigNumber] cases ended with [fault].',
  'The regulation on [goods], article [article], obliges us to keep the [thing] for [few] years.',
] as const
const WISHES = [
  'Please [verb] the [thing] [detail] and show [person] what is missing.',
  'Needed: the [thing] with number, date and amount, sorted by [thing], at most [few] seconds to wait.',
  'We would like to [verb] it once, at [place], and reuse it for the [thing].',
  'The [thing] should take tariff code [code] and tell [person] the rate of [percent] percent.',
  'If [agency] does not answer within [number] minutes, the old way must remain possible.',
] as const
const REASONS = [
  'It concerns [number] consignments of [goods] a [period], worth about [amount].',
  'Examples: [reference], [reference] and the shipment of [firm].',
  '[firm] and [firm] have complained in writing.',
  'A first test with [person] at [place] took [number] minutes instead of [bigNumber].',
  'Without it [person] cannot finish before [agency] closes the [period].',
  'See also [reference]; the same [thing] was concerned.',
] as const
const VERBS = ['check', 'copy', 'type', 'compare', 'print', 'sign', 'count', 'correct', 'forward', 'scan'] as const
const PERIODS = ['week', 'day', 'month', 'shift', 'quarter', 'season'] as const

/** Draws the n-th item about 1/n as often as the first: word frequencies of real texts (Zipf's law). */
function usual<T>(random: Random, items: readonly T[]): T {
  // exp(u·ln(n+1)) lies in [1, n+1), so the index exists.
  return items[Math.floor(Math.exp(random() * Math.log(items.length + 1))) - 1]!
}

const PIECES: Record<string, (random: Random) => string> = {
  verb: (random) => usual(random, VERBS),
  period: (random) => usual(random, PERIODS),
  few: (random) => String(between(random, 2, 10)),
  number: (random) => String(between(random, 3, 480)),
  bigNumber: (random) => `${between(random, 1, 48)},${threeDigits(random)}`,
  percent: (random) => String(between(random, 1, 60) / 2),
  amount: (random) => `${between(random, 2, 900)},${threeDigits(random)}`,
  article: (random) => String(between(random, 3, 96)),
  chapter: (random) => String(between(random, 1, 97)).padStart(2, '0'),
  code: (random) => `${between(random, 1001, 9706)} ${between(random, 10, 99)} ${between(random, 10, 99)}`,
  year: (random) => String(between(random, 2009, 2024)),
  reference: (random) => `${oneOf(random, REFERENCES)}-${between(random, 10_000, 99_999)}`,
  firm: (random) => `${invented(random)} ${usual(random, FIRMS)}`,
  ship: (random) => `${invented(random)} ${invented(random)}`,
}
function threeDigits(random: Random): string {
  return String(between(random, 0, 999)).padStart(3, '0')
}
const REFERENCES = ['IM', 'EX', 'TR', 'MF', 'PY', 'BD'] as const
const FIRMS = [
  'Trading',
  'Logistics',
  'Imports',
  'Lines',
  'Shipping',
  'Brothers',
  'Foods',
  'Motors',
  'Chemicals',
] as const

/** A made-up name of two or three syllables; a few occur often, most of them hardly ever. */
function invented(random: Random): string {
  const syllables =
    usual(random, SYLLABLES) + oneOf(random, SYLLABLES) + (random() < 0.4 ? oneOf(random, SYLLABLES) : '')
  return syllables[0]!.toUpperCase() + syllables.slice(1)
}

type Part = string | ((random: Random) => string)
const compiled = new Map<string, Part[]>()

/** Cached, so that each template is parsed once: a million texts come from a hundred templates. */
function partsOf(template: string): Part[] {
  let parts = compiled.get(template)
  if (!parts) {
    parts = template.split(/(\[\w+\])/).map((text): Part => {
      if (!text.startsWith('[')) return text
      const name = text.slice(1, -1)
      const piece = PIECES[name]
      if (piece) return piece
      const words: readonly string[] = VOCABULARY[name as keyof typeof VOCABULARY]
      return (random) => usual(random, words)
    })
    compiled.set(template, parts)
  }
  return parts
}

function write(random: Random, template: string): string {
  let text = ''
  for (const part of partsOf(template)) text += typeof part === 'string' ? part : part(random)
  return text
}

export function writeTitle(random: Random, department: SeededDepartment): string {
  const title = write(random, usual(random, TITLES[department]))
  return title[0]!.toUpperCase() + title.slice(1)
}

/** Two to five sentences, sometimes in two paragraphs. */
export function writeDescription(random: Random): string {
  const sentence = (templates: readonly string[]) => {
    const text = write(random, usual(random, templates))
    return text[0]!.toUpperCase() + text.slice(1)
  }
  const sentences = [sentence(OPENINGS), sentence(WISHES)]
  if (random() < 0.7) sentences.push(sentence(REASONS))
  if (random() < 0.25) sentences.push(sentence(WISHES))
  return random() < 0.2 ? `${sentences[0]}\n\n${sentences.slice(1).join(' ')}` : sentences.join(' ')
}

export function writeComment(random: Random): string {
  const remark = usual(random, VOCABULARY.remark)
  return random() < 0.4 ? `${remark} ${write(random, usual(random, REASONS))}` : remark
}
