import type { Teacher } from './heads.ts'

/** The share of a label's training weight that one person may have: by deciding about requests of others, and about their own. */
const MOST = { others: 0.25, own: 0.05 }
/** Weight of a decision about one's own request: the least, because anybody can file as many requests as they like. */
const OWN = 0.5
/** Weight that a label without the corpus is taken to have: a new department is learnt from the first decisions, too. */
const MIN_BASE = 12
/** Iterations until shares and fading, which depend on each other, settle. */
const STEPS = 40

export interface TaughtRow {
  label: string
  /** undefined: from nobody, as in the starting corpus */
  by: Teacher | undefined
  isCorpus: boolean
}

interface Lesson {
  label: string
  most: number
  /** sum of the weights before and after the limit */
  full: number
  limited: number
}

/**
 * The weight of each row in training. What one person decides has at most a fixed share of each label, however many decisions
 * they send: they are scaled down together. Without this one person could teach the AI for everybody. What many people decide
 * counts in full.
 * @param fade weight of a corpus row after so many decisions
 */
export function labelWeights(
  rows: readonly TaughtRow[],
  fade: (decisions: number) => number,
): { weights: Float32Array; faded: number } {
  const lessons = new Map<string, Lesson>()
  const lessonOf = rows.map((row) => lessonFor(lessons, row))
  const free = rows.filter((row, i) => !row.isCorpus && !lessonOf[i]).length
  const byLabel = Map.groupBy(lessons.values(), ({ label }) => label)
  const others = new Map<string, { corpus: number; free: number }>()
  rows.forEach(({ label, isCorpus }, i) => {
    const known = others.get(label) ?? { corpus: 0, free: 0 }
    if (isCorpus) known.corpus++
    else if (!lessonOf[i]) known.free++
    others.set(label, known)
  })
  let faded = fade(free)
  // Without a person's decision the first value is exact.
  for (let step = 0; lessons.size > 0 && step < STEPS; step++) {
    for (const [label, some] of byLabel) {
      const { corpus, free: unlimited } = others.get(label)!
      limit(some, Math.max(MIN_BASE, corpus * faded) + unlimited)
    }
    const taught = [...lessons.values()].reduce((sum, { limited }) => sum + limited, free)
    faded = (faded + fade(taught)) / 2
  }
  const weights = Float32Array.from(rows, ({ by, isCorpus }, i) => {
    const lesson = lessonOf[i]
    if (lesson) return (weightOf(by!) * lesson.limited) / lesson.full
    return isCorpus ? faded : 1
  })
  return { weights, faded }
}

const weightOf = ({ isOwn }: Teacher) => (isOwn ? OWN : 1)

/** The decisions of one person for one label, those about their own requests apart. */
function lessonFor(lessons: Map<string, Lesson>, { label, by }: TaughtRow): Lesson | undefined {
  if (!by) return undefined
  const key = JSON.stringify([label, by.id, by.isOwn])
  const lesson = lessons.get(key) ?? { label, most: by.isOwn ? MOST.own : MOST.others, full: 0, limited: 0 }
  lesson.full += weightOf(by)
  lessons.set(key, lesson)
  return lesson
}

/** Limits each lesson to its share of the label's total, which shrinks with them. @param base weight that no person has */
function limit(lessons: readonly Lesson[], base: number): void {
  for (const lesson of lessons) lesson.limited = lesson.full
  for (let step = 0; step < STEPS; step++) {
    const total = lessons.reduce((sum, { limited }) => sum + limited, base)
    for (const lesson of lessons) lesson.limited = Math.min(lesson.full, lesson.most * total)
  }
}
