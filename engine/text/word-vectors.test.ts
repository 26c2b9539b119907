import { expect, test } from 'vitest'
import { tokenize } from './text.ts'
import { WordVectors } from './word-vectors.ts'

const vectors = new WordVectors()

function cosine(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => vectors.sumOf(tokenize(text))) as [Float64Array, Float64Array]
  return a.reduce((sum, x, d) => sum + x * b[d]!, 0) / (Math.hypot(...a) * Math.hypot(...b))
}

test('words of similar meaning have similar vectors, even without common letters', () => {
  expect(cosine('vehicle', 'lorry')).toBeGreaterThan(cosine('vehicle', 'invoice') + 0.2)
  expect(cosine('refund the payment', 'give the money back')).toBeGreaterThan(
    cosine('refund the payment', 'rain in spring'),
  )
})

test('unknown words and marks have no vector', () => {
  expect(vectors.sumOf(tokenize('qwzzx https://example.org Zollanmeldungsdatenbank')).every((x) => x === 0)).toBe(true)
  expect(vectors.sumOf([]).every((x) => x === 0)).toBe(true)
})
