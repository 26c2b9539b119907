import { expect, test } from 'vitest'
import { goldenSet } from '../../lab/golden-set.ts'
import { generator } from '../classifier/random.ts'
import { fitWeights, RELEVANCE_FEATURES } from './relevance.ts'
import { SimilarIndex } from './similar.ts'

/** The same wish in other words: some words dropped, some replaced, the order shuffled. */
function retold(text: string, random: () => number): string {
  const words = text.split(' ').filter(() => random() > 0.35)
  return words.sort(() => random() - 0.5).join(' ')
}

test('known pairs are found among four hundred requests', () => {
  const index = new SimilarIndex()
  const rows = goldenSet()
  rows.forEach((row, i) => index.add({ id: `${i}`, title: row.title, description: row.description }))
  index.build()
  const random = generator(4)
  const queries = rows.map((row, i) => ({ at: i, row })).filter(({ row }) => row.description.length > 60)
  const hits = queries.map(({ at, row }) =>
    index
      .query({ title: retold(row.title, random), description: retold(row.description, random) }, 10)
      .findIndex(({ id }) => id === `${at}`),
  )
  expect(hits.filter((place) => place === 0).length / queries.length).toBeGreaterThan(0.85)
  expect(hits.filter((place) => place >= 0).length / queries.length).toBeGreaterThan(0.95)
})

test('an entry never finds itself, and one added after the build is found at once', () => {
  const index = new SimilarIndex()
  index.add({ id: 'a', title: 'Gate barrier opens by itself', description: '' })
  index.add({ id: 'b', title: 'Tariff rates for fuel', description: '' })
  index.build()
  index.add({ id: 'c', title: 'The gate barrier opens', description: 'without a pass' })
  expect(index.query({ id: 'a', title: 'Gate barrier opens by itself', description: '' }, 5)[0]?.id).toBe('c')
  expect(index.query({ title: 'gate barrier', description: '' }, 5).map(({ id }) => id)).toEqual(
    expect.arrayContaining(['a', 'c']),
  )
})

test('an entry added after the build is found by new words', () => {
  const index = new SimilarIndex()
  index.add({ id: 'a', title: 'Gate barrier opens by itself', description: 'The officers see it every day.' })
  index.build()
  const wish = { title: 'Quarantine certificates on tablets', description: 'Veterinary inspectors carry paper.' }
  index.add({ id: 'b', ...wish })
  expect(index.query(wish, 5)).toEqual([{ id: 'b', score: expect.closeTo(1, 5), isDuplicate: true }])
  expect(index.query({ title: 'Certificates on a tablet', description: '' }, 5)[0]?.id).toBe('b')
})

test('after the build an entry replaces an earlier one with the same id', () => {
  const index = new SimilarIndex()
  index.add({ id: 'a', title: 'Gate barrier opens by itself', description: '' })
  index.add({ id: 'b', title: 'Tariff rates for fuel', description: '' })
  index.build()
  index.add({ id: 'a', title: 'Excise stamps are printed twice', description: '' })
  index.add({ id: 'a', title: 'Excise stamps are printed three times', description: '' })
  expect(index.size).toBe(2)
  expect(index.query({ title: 'Gate barrier opens by itself', description: '' }, 5)).toEqual([])
  const hits = index.query({ title: 'Excise stamps are printed three times', description: '' }, 5)
  expect(hits).toEqual([{ id: 'a', score: expect.closeTo(1, 5), isDuplicate: true }])
  expect(index.query({ id: 'a', title: 'Excise stamps are printed three times', description: '' }, 5)).toEqual([])
})

test('empty, unknown and huge texts never fail', () => {
  const index = new SimilarIndex()
  for (let i = 0; i < 5; i++) index.add({ id: `${i}`, title: i === 0 ? '' : 'word', description: 'x '.repeat(50_000) })
  index.build()
  expect(index.query({ title: '', description: '' }, 10)).toEqual([])
  expect(index.query({ title: 'nowhere', description: '' }, 10)).toEqual([])
  expect(
    index
      .query({ title: 'word', description: 'x '.repeat(100_000) }, 10)
      .every(({ score }) => score >= 0 && score <= 1),
  ).toBe(true)
  const empty = new SimilarIndex()
  empty.build()
  expect(empty.query({ title: 'a', description: 'b' }, 3)).toEqual([])
})

const TIME = RELEVANCE_FEATURES.indexOf('near in time')

test('weights are learnt from known duplicates and stay the default ones without them', () => {
  const candidate = (id: string, at: number, value: number) => ({
    row: 0,
    id,
    relevance: 0,
    features: RELEVANCE_FEATURES.map((_, k) => (k === at ? value : 0.5)),
  })
  const lists = Array.from({ length: 40 }, () => ({
    // Only closeness in time identifies the duplicate.
    candidates: [candidate('no', TIME, 0.1), candidate('yes', TIME, 0.9)],
    isDuplicate: (id: string) => id === 'yes',
  }))
  const defaults = fitWeights([])
  expect(fitWeights(lists)[TIME]!).toBeGreaterThan(defaults[TIME]! + 1)
  expect(fitWeights(lists.slice(0, 5))).toEqual(defaults)
})

test('a text of common words only finds entries with them, including entries added later', () => {
  const index = new SimilarIndex()
  for (let i = 0; i < 600; i++) {
    // Both words occur in more than a tenth of all requests, so neither is used for lookup where there are rarer words.
    const title = i % 3 === 0 ? `update portal n${i}` : i % 3 === 1 ? `update n${i}` : `n${i}`
    index.add({ id: `${i}`, title, description: '' })
  }
  index.build()
  index.add({ id: 'later', title: 'update portal', description: '' })
  const hits = index.query({ title: 'update portal', description: '' }, 4)
  expect(hits[0]).toEqual({ id: 'later', score: expect.closeTo(1, 5), isDuplicate: true })
  expect(hits.slice(1).map(({ id }) => Number(id) % 3)).toEqual([0, 0, 0])
})
