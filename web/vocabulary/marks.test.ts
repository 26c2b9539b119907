import { expect, test } from 'vitest'
import { markHits } from './marks.ts'

const shown = (text: string, search: string) =>
  markHits(text, search)
    .map((piece) => (piece.hit ? `[${piece.text}]` : piece.text))
    .join('')

test('a phrase is marked wherever it occurs, in any case', () => {
  expect(shown('Manifest and manifest', 'manifest')).toBe('[Manifest] and [manifest]')
})

test('when the phrase itself is missing, its words are marked', () => {
  expect(shown('Late manifest of a carrier', 'carrier  manifest')).toBe('Late [manifest] of a [carrier]')
})

test('accents and other spellings are marked as the server finds them', () => {
  expect(shown('Die Größe des Zertifikats', 'grosse')).toBe('Die [Größe] des Zertifikats')
  expect(shown('Réception', 'reception')).toBe('[Réception]')
  expect(shown('reception', 'RÉCEP')).toBe('[recep]tion')
})

test('neighbouring and overlapping hits are one mark', () => {
  expect(shown('manifests', 'fests mani')).toBe('[manifests]')
})

test('no search, or no hit, leaves the text whole', () => {
  expect(markHits('Title', '  ')).toEqual([{ text: 'Title', hit: false }])
  expect(markHits('Title', 'zebra')).toEqual([{ text: 'Title', hit: false }])
})

test.each(['.*', '100%', '_', "o'brien", '(', '[a-z]', '\\', '/', '^$', '🚢', '-', '<b>'])(
  'the search %s is taken letter by letter',
  (search) => {
    expect(shown(`before ${search} after`, search)).toBe(`before [${search}] after`)
    expect(shown('plain words', search)).toBe('plain words')
  },
)
