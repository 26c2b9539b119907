import { expect, test } from 'vitest'
import { visitCharacters } from '../text/features.ts'
import { weighBags } from '../text/sparse.ts'
import { Bag } from '../text/bag.ts'
import { Lookup } from '../text/dictionary.ts'
import { tokenize } from '../text/text.ts'
import { CharacterRows } from './character-rows.ts'

const OPTIONS = { words: 400, characterWords: 15, loosePairs: false }

/** Pairwise character cosines of the texts. */
function cosines(texts: readonly { title: string; description: string }[]): number[][] {
  const rows = new CharacterRows(OPTIONS)
  const bags = texts.map(({ title, description }) => {
    const [inTitle, inBody] = [tokenize(title), tokenize(description)]
    const bag = new Bag()
    visitCharacters(inTitle, inBody, OPTIONS, (key) => bag.add(key))
    rows.push(inTitle, inBody, bag)
    return bag
  })
  const dictionary = rows.build(1, 1000)
  return bags.map((bag) => {
    const { column, value } = weighBags([bag], [{ dictionary, weight: 1 }], [new Lookup(dictionary.keys)])
    const query = new Float32Array(dictionary.keys.length)
    column.forEach((at, k) => (query[at] = value[k]!))
    return texts.map((_, row) => rows.cosine(query, row))
  })
}

test('a text stored as words has a cosine of 1 with itself, in any script', () => {
  const actual = cosines([
    { title: 'Gate barrier opens', description: 'Invoice 1234567, see `code`, https://example.org and manifest_line.' },
    { title: '関税 の 申告', description: 'Zollanmeldung für Straßenfahrzeuge' },
    { title: 'Plain', description: '' },
    { title: '', description: 'tariff rates' },
  ])
  actual.forEach((row, i) => expect(row[i]).toBeCloseTo(1, 5))
})

test('a misspelling is more similar than another word, and a title word more similar in the title', () => {
  const [first] = cosines([
    { title: 'certificate', description: '' },
    { title: 'certificaet', description: '' },
    { title: 'quarantine', description: '' },
    { title: '', description: 'certificate' },
  ])
  const [, slip, other, below] = first!
  expect(slip).toBeGreaterThan(0.2)
  expect(other).toBeLessThan(0.05)
  expect(below).toBeLessThan(0.9)
  expect(below).toBeGreaterThan(slip!)
})
