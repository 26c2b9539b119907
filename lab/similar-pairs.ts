import { readFileSync } from 'node:fs'
import { startingCorpus } from '../engine/corpus/corpus.ts'
import { generator } from '../engine/classifier/random.ts'
import { demoStories } from '../seeds/demo.ts'
import { goldenSet } from './golden-set.ts'

const KINDS = ['exact', 'light', 'plain', 'strong', 'form', 'near'] as const
export type PairKind = (typeof KINDS)[number]

interface Text {
  title: string
  description: string
}

/** A draft and the stored request it is compared with; they ask for the same unless the kind is `near`. */
export interface Pair extends Text {
  kind: PairKind
  /** id of the stored request */
  of: string
  /** only the half `chosen on` is used for tuning */
  half: 'chosen on' | 'held out'
}

export interface PairSet {
  /** the stored requests: the seeded ones and, for realistic surroundings, other texts of ours */
  entries: (Text & { id: string })[]
  pairs: Pair[]
}

/** 300 pairs over the 128 seeded requests: half of them written by hand, half derived from those by rules. Deterministic. */
export function similarPairs(): PairSet {
  const stories = demoStories().map(({ title, description }) => ({ title, description }))
  const others = [...goldenSet(), ...startingCorpus()].map(({ title, description }) => ({ title, description }))
  const written = readWritten()
  const entries = [
    ...stories.map((story, i) => ({ id: `story ${i}`, ...(storedInForm(i) ? inForm(story, i) : story) })),
    ...others.map((text, i) => ({ id: `other ${i}`, ...(i % 4 === 0 ? inForm(text, i) : text) })),
  ]
  const pairs = stories.flatMap((story, i) => {
    const drafts = written.get(story.title) ?? []
    const paraphrase = drafts.find(({ kind }) => kind !== 'near')
    if (!paraphrase) throw new Error(`"${story.title}" has no paraphrase`)
    return [
      ...drafts.map((draft) =>
        draft.kind === 'near' && storedInForm(i) ? { ...draft, ...inForm(draft, i + 1) } : draft,
      ),
      ...(i % 4 === 0 ? [{ kind: 'exact' as const, ...exactTitle(story, i) }] : []),
      ...(i % 4 === 1 || (i % 4 === 3 && i < 100) ? [{ kind: 'light' as const, ...reworded(story, i) }] : []),
      ...(i % 4 === 2 ? [{ kind: 'form' as const, ...inForm(paraphrase, i + 3) }] : []),
    ].map((draft) => ({
      ...draft,
      of: `story ${i}`,
      half: (i >> 2) % 2 === 0 ? ('chosen on' as const) : ('held out' as const),
    }))
  })
  return { entries, pairs }
}

/** Every third seeded request uses the office's form, and so do its near misses. */
const storedInForm = (story: number) => story % 3 === 1

function readWritten(): Map<string, (Text & { kind: PairKind })[]> {
  const text = readFileSync(new URL('similar-pairs.txt', import.meta.url), 'utf8')
  const written = new Map<string, (Text & { kind: PairKind })[]>()
  for (const block of text.split(/^# /m).slice(1)) {
    const [title = '', ...lines] = block.trim().split('\n')
    const drafts = lines.map((line) => {
      const match = /^(plain|strong|near): (.+?) \| (.+)$/.exec(line)
      if (!match) throw new Error(`"${line}" is no draft`)
      return { kind: match[1] as PairKind, title: match[2]!, description: match[3]! }
    })
    written.set(title, drafts)
  }
  return written
}

/** The title as people repeat it: in lower case or with a full stop, with little or no description. */
function exactTitle({ title }: Text, i: number): Text {
  const spelt = [title, title.toLowerCase(), `${title}.`, ` ${title.toUpperCase()}`][(i >> 2) % 4]!
  return { title: spelt, description: ['', 'See the title.', 'We need this in our office, too.'][(i >> 2) % 3]! }
}

const SYNONYMS: Readonly<Record<string, string>> = {
  officer: 'colleague',
  officers: 'colleagues',
  broker: 'agent',
  brokers: 'agents',
  show: 'display',
  please: 'kindly',
  list: 'overview',
  today: 'currently',
  about: 'roughly',
  every: 'each',
  wanted: 'needed',
  needed: 'wanted',
  after: 'following',
  send: 'forward',
  mail: 'message',
  screen: 'page',
  take: 'read',
  number: 'reference',
}

/** Synonyms, one word in eight left out; the description is reduced to its second and first sentence. */
function reworded({ title, description }: Text, i: number): Text {
  const random = generator(i)
  const reword = (text: string) =>
    text
      .split(' ')
      .map((word) => SYNONYMS[word.toLowerCase()] ?? word)
      .filter(() => random() > 1 / 8)
      .join(' ')
  const [first = '', second = ''] = description.split(/(?<=[.!?])\s+/)
  return { title: reword(title), description: reword(`${second} ${first}`) }
}

const PLACES = ['Port East', 'Airport', 'Southern post', 'Head office']

/** A long report in one of two forms; most of its lines are the same in every report. */
function inForm({ title, description }: Text, i: number): Text {
  const form = i % 2 === 0 ? developmentForm : faultForm
  return { title, description: form(description, PLACES[i % PLACES.length]!, 2000 + ((i * 37) % 900)) }
}

const developmentForm = (text: string, place: string, extension: number) => `Dear colleagues of the programme office,

Thank you for looking into this request. We have discussed it with the head of our section.

## Background and need
${text}

## Benefit
- [x] saves working time
- [ ] required by law
- [x] fewer errors

## Affected users
Officers at the counter, officers in the back office, brokers and traders in the portal

## Attachments
None

Kind regards,
${place}, extension ${extension}`

const faultForm = (text: string, place: string, extension: number) => `### Describe what happens
${text}

### Steps to reproduce
1. Sign in to the trade system with your own account.
2. Open the page in question from the menu on the left.
3. Compare what is shown with what is described above.

### Expected behaviour
The system behaves as described in the user guide.

### Environment
Application: trade system 7.4.${extension % 10}
Browser: Edge 138 on Windows 11
Office: ${place}
Screen: 1920 x 1080

### Additional context
I have searched the existing requests and found none like this. Contact: extension ${extension}`
