import fc from 'fast-check'
import { expect, test } from 'vitest'
import { classify } from './classify.ts'
import { startingCorpus } from './corpus/corpus.ts'
import type { Teacher, TrainingExample } from './heads.ts'
import { labelWeights, type TaughtRow } from './label-weights.ts'
import { train } from './train.ts'

const fade = (decisions: number) => 120 / (120 + decisions)
const corpusOf = (count: number): TaughtRow[] =>
  Array.from({ length: count }, () => ({ label: 'Security', by: undefined, isCorpus: true }))
const taught = (count: number, by: Teacher, label = 'Security'): TaughtRow[] =>
  Array.from({ length: count }, () => ({ label, by, isCorpus: false }))
const sum = (weights: Iterable<number>) => [...weights].reduce((total, one) => total + one, 0)

test('nobody has more than a quarter of a label by deciding, and a twentieth by their own requests', () => {
  const lesson = fc.record({ person: fc.nat(5), isOwn: fc.boolean(), count: fc.integer({ min: 1, max: 400 }) })
  fc.assert(
    fc.property(
      fc.array(lesson, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 12, max: 80 }),
      (lessons, corpus) => {
        const rows = [
          ...lessons.flatMap(({ person, isOwn, count }) => taught(count, { id: `p${person}`, isOwn })),
          ...corpusOf(corpus),
        ]
        const { weights } = labelWeights(rows, fade)
        const total = Math.max(sum(weights), 12)
        const shareOf = (id: string, isOwn: boolean) =>
          sum(weights.filter((_, i) => rows[i]!.by?.id === id && rows[i]!.by?.isOwn === isOwn)) / total
        for (let person = 0; person <= 5; person++) {
          expect(shareOf(`p${person}`, false)).toBeLessThan(0.3)
          expect(shareOf(`p${person}`, true)).toBeLessThan(0.07)
        }
        expect(Math.min(...weights)).toBeGreaterThan(0)
      },
    ),
    { numRuns: 40 },
  )
})

test('what many people decide counts in full, and one’s own request least', () => {
  const many = Array.from({ length: 40 }, (_, i) => taught(3, { id: `p${i}`, isOwn: false })).flat()
  expect(new Set(labelWeights([...many, ...corpusOf(50)], fade).weights.slice(0, many.length))).toEqual(new Set([1]))
  const [own, other] = [true, false].map((isOwn) =>
    labelWeights([...taught(1, { id: 'p', isOwn }), ...corpusOf(50)], fade),
  )
  expect(own!.weights[0]).toBeLessThan(other!.weights[0]!)
})

test('labels of unknown origin count in full, and the corpus fades with them', () => {
  const { weights, faded } = labelWeights(
    [...Array.from({ length: 120 }, () => ({ label: 'UI', by: undefined, isCorpus: false })), ...corpusOf(1)],
    fade,
  )
  expect(faded).toBe(0.5)
  expect(weights.slice(-2)).toEqual(Float32Array.of(1, 0.5))
})

const UNRELATED = [
  'Add a column to the tariff table',
  'Print the gate pass on one page',
  'The list of vehicles is slow',
]

/** Trained on our texts and these, each about another server and gateway. */
function trainedOn(people: readonly Teacher[]) {
  const examples = people.map((by, i): TrainingExample => {
    const description = `Encrypt the channel ${i % 7} and rotate the keys of gateway ${i % 11}`
    const labels = { priority: null, developmentType: 'Security', department: null } as const
    return { title: `Rotate certificates of server ${i}`, description, ...labels, taughtBy: { developmentType: by } }
  })
  return train(examples, { corpus: startingCorpus(), questions: [], history: [], unit: 'calendar', now: 0 })
}

/** The largest change of any type's probability for an unrelated text. */
function largestMove(a: ReturnType<typeof trainedOn>, b: ReturnType<typeof trainedOn>): number {
  const typesOf = (model: typeof a, title: string) => {
    const { value, probability, alternatives } = classify(model, { title, description: '' }).fields.developmentType
    return new Map([{ value, probability }, ...alternatives].map((rated) => [rated.value, rated.probability]))
  }
  const moves = UNRELATED.flatMap((title) => {
    const [before, after] = [typesOf(a, title), typesOf(b, title)]
    return [...before.keys()].map((type) => Math.abs(before.get(type)! - (after.get(type) ?? 0)))
  })
  return Math.max(...moves)
}

test('whatever one person sends, an unrelated text hardly moves; many people still teach', () => {
  const untaught = trainedOn([])
  const one = (isOwn: boolean) => trainedOn(Array.from({ length: 300 }, () => ({ id: 'eve', isOwn })))
  expect(largestMove(untaught, one(true))).toBeLessThan(0.05)
  expect(largestMove(untaught, one(false))).toBeLessThan(0.1)
  const many = trainedOn(Array.from({ length: 90 }, (_, i) => ({ id: `p${i % 30}`, isOwn: false })))
  const text = { title: 'Rotate the keys of the gateway', description: '' }
  const chance = (model: typeof many) => {
    const { value, probability } = classify(model, text).fields.developmentType
    return value === 'Security' ? probability : 0
  }
  expect(chance(many)).toBeGreaterThan(chance(untaught))
}, 120_000)
