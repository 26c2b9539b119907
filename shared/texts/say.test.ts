import { afterEach, expect, test } from 'vitest'
import { ENGLISH, findLanguage } from './language.ts'
import { say, sayInEnglish, sayParts, text, texts } from './say.ts'

afterEach(() => findLanguage(() => ENGLISH))

const GERMAN: Record<string, string> = {
  'Move {name} to {status}': '{name} nach {status} verschieben',
  'In Progress': 'In Bearbeitung',
  '{count, plural, one {# request} other {# requests}}': '{count, plural, one {# Antrag} other {# Anträge}}',
}
const speakGerman = () =>
  findLanguage(() => ({ locale: 'de', dateLocale: 'de', translate: (english) => GERMAN[english] ?? english }))

test('a text is said with its values, which stay as they are', () => {
  expect(say('Done')).toBe('Done')
  expect(say('Move {name} to {status}', { name: 'A {b} <c> ’ \\u0041 #', status: 4711 })).toBe(
    'Move A {b} <c> ’ \\u0041 # to 4711',
  )
  expect(say('Fewer than <b>5</b>')).toBe('Fewer than <b>5</b>')
})

test.each([
  [1, '1 request'],
  [0, '0 requests'],
  [1284, '1,284 requests'],
])('%i becomes "%s"', (count, words) => {
  expect(say('{count, plural, one {# request} other {# requests}}', { count })).toBe(words)
})

test('a text that is kept is said in the language of the moment in which it is read', () => {
  const kept = text('Move {name} to {status}', { name: 'RFD-1', status: text('In Progress') })
  const table = texts({ in_progress: 'In Progress' })
  expect([say(kept), table.in_progress]).toEqual(['Move RFD-1 to In Progress', 'In Progress'])
  speakGerman()
  expect([say(kept), table.in_progress]).toEqual(['RFD-1 nach In Bearbeitung verschieben', 'In Bearbeitung'])
  expect(sayInEnglish(kept)).toBe('Move RFD-1 to In Progress')
  expect(say('{count, plural, one {# request} other {# requests}}', { count: 1284 })).toBe('1.284 Anträge')
})

test('a text in parts gives each part to the page', () => {
  const b = (content: unknown[]) => ({ bold: content })
  expect(sayParts('By <b>{name}</b> in {place}', { name: 'Ada', place: { icon: 'pin' }, b })).toEqual([
    'By ',
    { bold: ['Ada'] },
    ' in ',
    { icon: 'pin' },
  ])
})

test('a value that is missing, misnamed, superfluous or of the wrong kind is a type error', () => {
  const status: string = 'Completed'
  const check = () => {
    // @ts-expect-error a value is missing
    say('{count, plural, one {# request} other {# requests}}')
    // @ts-expect-error a plural needs a number
    say('{count, plural, one {# request} other {# requests}}', { count: '3' })
    // @ts-expect-error misnamed
    say('Move {name}', { nam: 'RFD-1' })
    // @ts-expect-error superfluous
    say('Done', { name: 'RFD-1' })
    // @ts-expect-error a name inside a branch is needed, too
    say('{count, plural, one {{name} alone} other {{name} and others}}', { count: 3 })
    // @ts-expect-error a text is no variable: nobody could find it to translate it
    say(status)
    // @ts-expect-error a text with a missing value is not ready to be said
    say(text('Move {name}'))
    // @ts-expect-error a text that was not said is no string
    status.concat(text('Done'))
  }
  expect(check).toBeTypeOf('function')
  expect(say('{count, plural, one {{name} alone} other {{name} and # others}}', { count: 3, name: 'Ada' })).toBe(
    'Ada and 3 others',
  )
})
