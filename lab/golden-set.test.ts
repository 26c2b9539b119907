import { expect, test } from 'vitest'
import { startingCorpus, startingQuestions } from '../engine/corpus/corpus.ts'
import { SimilarIndex } from '../engine/similarity/similar.ts'
import { goldenQuestions, goldenSet } from './golden-set.ts'

test('both sets are large enough, and every value has its examples', () => {
  for (const rows of [startingCorpus(), goldenSet()]) {
    expect(rows.length).toBeGreaterThanOrEqual(400)
    expect(new Set(rows.map(({ developmentType }) => developmentType)).size).toBe(7)
    expect(new Set(rows.map(({ department }) => department)).size).toBe(5)
    expect(new Set(rows.map(({ priority }) => priority)).size).toBe(4)
  }
})

test('no text occurs twice, and no golden text is nearly one of the corpus', () => {
  const key = ({ title, description }: { title: string; description: string }) => `${title}|${description}`
  const corpus = startingCorpus()
  const golden = goldenSet()
  expect(new Set([...corpus, ...golden].map(key)).size).toBe(corpus.length + golden.length)
  const index = new SimilarIndex()
  corpus.forEach((row, i) => index.add({ id: `${i}`, title: row.title, description: row.description }))
  index.build()
  const copies = golden.filter((row) => (index.query(row, 1)[0]?.score ?? 0) > 0.75)
  expect(copies).toEqual([])
})

test('golden questions are asked in other words than those that are learnt', () => {
  const learnt = new Set(startingQuestions().map(({ text }) => text.toLowerCase()))
  expect(goldenQuestions().filter(({ text }) => learnt.has(text.toLowerCase()))).toEqual([])
  const labels = new Set(startingQuestions().map(({ label }) => label))
  expect(goldenQuestions().filter(({ label }) => !labels.has(label))).toEqual([])
})
