import { generator } from '../engine/classifier/random.ts'

/** A row in the format of `readRows`. */
export interface MadeReport {
  id: string
  split: 'train' | 'test'
  title: string
  description: string
  group: string
  created: string
  /** reports of the same problem; empty for a problem reported once */
  cluster: string
}

const SYLLABLES =
  'ba be bo ca ce co da de do fa fi fo ga go la le li lo ma me mi na ne no pa pe po ra re ri ro sa se so ta te ti to va ve vi'.split(
    ' ',
  )
const ENDINGS = ['', '', '', 's', 'ed', 'ing', 'er']
const STEMS = 6000
const COMPONENTS = 40
const PROBLEMS = 2000
const TEST_SHARE = 0.2
const DAY = 86_400_000

/**
 * Fault reports of three projects; some problems are reported two to four times in other words. Projects have forms, and
 * components share words and stack traces, so many non-duplicates are similar. This imitates what misleads a search, not what
 * people write: use it to check that a change does no harm, together with pairs that people wrote.
 */
export function madeReports(seed: number): MadeReport[] {
  const random = generator(seed * 6151 + 17)
  const below = (count: number) => Math.floor(random() * count)
  const stems = Array.from({ length: STEMS }, () => syllables(2 + below(3)))
  function syllables(count: number): string {
    return Array.from({ length: count }, () => SYLLABLES[below(SYLLABLES.length)]!).join('')
  }
  const pick = <T>(items: readonly T[]): T => items[below(items.length)]!
  const common = () => stems[Math.floor(STEMS ** random() - 1)]!
  const rare = () => stems[200 + below(STEMS - 200)]!
  const spelt = (stem: string) => {
    const word = stem + pick(ENDINGS)
    return random() < 0.03 ? word.slice(1) : word
  }
  const line = (count: number, word: () => string) => Array.from({ length: count }, () => spelt(word())).join(' ')
  const components = Array.from({ length: COMPONENTS }, () => ({
    words: Array.from({ length: 25 }, rare),
    frames: Array.from({ length: 40 }, () => `    at ${rare()}.${rare()}(${syllables(2)}.java:${below(900)})`),
  }))
  const forms = Array.from({ length: 3 }, () => ({
    headings: Array.from({ length: 4 }, () => `## ${line(2, rare)}`),
    workplaces: Array.from({ length: 6 }, () => Array.from({ length: 5 }, () => `${rare()}: ${rare()} ${rare()}`)),
  }))

  const reports: Omit<MadeReport, 'id'>[] = []
  for (let problem = 0; problem < PROBLEMS; problem++) {
    const component = pick(components)
    const own = Array.from({ length: 6 + below(5) }, rare)
    const project = below(3)
    const reported = random() < 0.2 ? 2 + below(3) : 1
    const firstAt = Date.UTC(2024, 0, 1) + below(700) * DAY
    for (let time = 0; time < reported; time++) {
      // Each reporter describes a part of it, partly in different words.
      const seen = own.map((word) => (random() < 0.35 ? rare() : word))
      const word = () => {
        const drawn = random()
        return drawn < 0.3 ? pick(seen) : drawn < 0.5 ? pick(component.words) : common()
      }
      const { headings, workplaces } = forms[project]!
      const isLong = random() < 0.5
      const paragraphs = isLong
        ? [headings[0], line(40 + below(60), word), headings[1], line(20 + below(80), word)]
        : [line(8 + below(25), word)]
      if (isLong && random() < 0.5) paragraphs.push('```', ...pickRun(component.frames, 8 + below(16)), '```')
      if (isLong) paragraphs.push(headings[2], ...pick(workplaces), headings[3], 'Thank you.')
      reports.push({
        split: random() < TEST_SHARE ? 'test' : 'train',
        title: line(4 + below(5), () => (random() < 0.4 ? pick(seen) : word())),
        description: paragraphs.join('\n'),
        group: `project ${project}`,
        created: new Date(firstAt + below(60) * DAY).toISOString(),
        cluster: reported > 1 ? `problem ${problem}` : '',
      })
    }
  }
  return reports.map((report, i) => ({ id: `report ${i}`, ...report }))

  function pickRun(frames: readonly string[], length: number): string[] {
    const from = below(frames.length)
    return Array.from({ length }, (_, k) => frames[(from + k) % frames.length]!)
  }
}
