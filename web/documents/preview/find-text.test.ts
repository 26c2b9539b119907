import { expect, test } from 'vitest'
import { findAll, findIn, MAX_HITS } from './find-text.ts'
import type { PageRange } from './text-source.ts'

const matches = (text: string, words: string) => findIn(text, [words]).map(([start, end]) => text.slice(start, end))

async function all(pages: string[], words: string): Promise<PageRange[]> {
  let hits: PageRange[] = []
  const source = { pageCount: pages.length, textOf: (page: number) => pages[page - 1]! }
  for await (const list of findAll(source, words, new AbortController().signal)) hits = list
  return hits
}

test('words are found whatever their case and accents', () => {
  expect(matches('The Größe of a GROSSE', 'grosse')).toEqual(['Größe', 'GROSSE'])
  expect(matches('Déclaration d’importation', 'declaration')).toEqual(['Déclaration'])
})

test('a phrase is found over the end of a line and over several blanks', () => {
  expect(matches('the bond\nnumber and bond  \n number', 'bond number')).toEqual(['bond\nnumber', 'bond  \n number'])
})

test('hits come in the order of the pages, with their places in the text', async () => {
  expect(await all(['no', 'a seal', 'Seal, seal'], 'seal')).toEqual([
    { page: 2, start: 2, end: 6 },
    { page: 3, start: 0, end: 4 },
    { page: 3, start: 6, end: 10 },
  ])
})

test('single words count only where the phrase occurs nowhere', async () => {
  expect(await all(['gate pass', 'pass of a gate'], 'gate pass')).toEqual([{ page: 1, start: 0, end: 9 }])
  expect(await all(['a pass', 'gate'], 'gate  pass')).toEqual([
    { page: 1, start: 2, end: 6 },
    { page: 2, start: 0, end: 4 },
  ])
})

test('a letter that is everywhere stops at the most hits that are counted', async () => {
  expect(
    await all(
      Array.from({ length: 5 }, () => 'e '.repeat(400)),
      'e',
    ),
  ).toHaveLength(MAX_HITS)
})

test('without a word nothing is searched', async () => {
  expect(await all(['a  b'], '   ')).toEqual([])
})
