import { generator } from '../engine/classifier/random.ts'

/** A labelled text of a synthetic office. */
export interface MadeText {
  title: string
  description: string
  label: number
}

export interface MadeKind {
  name: string
  classNames: readonly string[]
  /** class shares decrease like 1 / rank to this power */
  skew: number
  rows: number
  /** share of the labels that are random */
  labelNoise: number
  /** share of each class's words that have changed by the end */
  drift: number
}

const DESKS = ['gate', 'tariff', 'access', 'ledger', 'vessel']
/** Offices that differ in what makes classification difficult. */
export const MADE_KINDS: readonly MadeKind[] = [
  { name: 'few rows', classNames: DESKS, skew: 0.8, rows: 300, labelNoise: 0.05, drift: 0 },
  { name: 'many rows', classNames: DESKS, skew: 0.8, rows: 1200, labelNoise: 0.05, drift: 0 },
  { name: 'label noise', classNames: DESKS, skew: 0.8, rows: 800, labelNoise: 0.2, drift: 0 },
  { name: 'drift', classNames: DESKS, skew: 0.8, rows: 800, labelNoise: 0.05, drift: 0.5 },
  {
    name: 'priority',
    classNames: ['medium', 'low', 'high', 'critical'],
    skew: 1.2,
    rows: 800,
    labelNoise: 0.3,
    drift: 0,
  },
]
/** Number of test texts; they are later than the training texts. */
const TEST_ROWS = 1000

const ENDINGS = ['', '', '', 's', 'ed', 'ing', 'er', 'ment']
const SYLLABLES =
  'ba be bo ca ce co da de do fa fi fo ga go la le li lo ma me mi na ne no pa pe po ra re ri ro sa se so ta te ti to va ve vi'.split(
    ' ',
  )
const STEMS = 2500
const WORDS_OF_A_CLASS = 70
/** Share of the texts that repeat an earlier one with few changes, as tickets do. */
const COPIED = 0.1

/**
 * Texts of a synthetic office in chronological order; the last 1,000 are for testing. Words follow Zipf's law, with inflections
 * and typing errors; a class prefers some words, in some texts strongly and in others hardly. This imitates what spoils labels
 * and texts, not what people write: use it together with texts that people wrote.
 */
export function madeTexts(kind: MadeKind, seed: number): MadeText[] {
  const random = generator(seed * 7919 + kind.rows)
  const below = (count: number) => Math.floor(random() * count)
  const stems = Array.from({ length: STEMS }, () =>
    Array.from({ length: 2 + below(3) }, () => SYLLABLES[below(SYLLABLES.length)]!).join(''),
  )
  // A class's words are neither the most common ones nor so rare that they hardly ever recur.
  const wordsOf = () => Array.from({ length: WORDS_OF_A_CLASS }, () => 30 + below(STEMS - 30))
  const early = kind.classNames.map(wordsOf)
  const late = early.map((words) => words.map((word) => (random() < kind.drift ? 30 + below(STEMS - 30) : word)))
  const shares = kind.classNames.map((_, c) => (c + 1) ** -kind.skew)
  const total = kind.rows + TEST_ROWS
  const texts: MadeText[] = []
  for (let i = 0; i < total; i++) {
    const label = byShares(shares, random)
    const topic = (random() < i / total ? late : early)[label]!
    const clarity = random() ** 2 * 0.5
    const word = (): string => {
      const stem = stems[random() < clarity ? topic[below(WORDS_OF_A_CLASS)]! : Math.floor(STEMS ** random() - 1)]!
      const spelt = stem + ENDINGS[below(ENDINGS.length)]!
      return random() < 0.03 ? spelt.slice(1) : spelt
    }
    const line = (count: number) => Array.from({ length: count }, word)
    const [title, description] = [line(3 + below(5)), line(8 + Math.floor(60 * random() ** 2))]
    const copied = i > 20 && random() < COPIED ? texts[below(i)] : undefined
    const seen = copied
      ? { ...copied, title: `${copied.title} ${word()}` }
      : { title: title.join(' '), description: description.join(' '), label }
    texts.push({ ...seen, label: random() < kind.labelNoise ? byShares(shares, random) : seen.label })
  }
  return texts
}

function byShares(shares: readonly number[], random: () => number): number {
  let left = random() * shares.reduce((sum, share) => sum + share, 0)
  const index = shares.findIndex((share) => (left -= share) < 0)
  return index < 0 ? shares.length - 1 : index
}
