import { expect, test } from 'vitest'
import { lookAlikeKey } from './look-alikes.ts'

test.each([
  ['Manager', 'MANAGER'],
  ['Manager', 'Mаnаgеr'],
  ['Manager', 'Ｍａｎａｇｅｒ'],
  ['Manager', 'Man\u200bager'],
  ['Data  steward ', 'data steward'],
  ['Oscar', 'Ο𝗌car'],
  ['Level 1', 'Level l'],
  ['Élan', 'elan'],
])('%s and %s are one name', (a, b) => {
  expect(lookAlikeKey(a)).toBe(lookAlikeKey(b))
})

test.each([
  ['Manager', 'Managers'],
  ['Data steward', 'Datasteward'],
  ['Größe', 'Grose'],
])('%s and %s are two', (a, b) => {
  expect(lookAlikeKey(a)).not.toBe(lookAlikeKey(b))
})

test('every look-alike has the letter that it is taken for', () => {
  expect(lookAlikeKey('авсԁеһніјкморԛѕтуѵԝхӏ')).toBe('abcdehhijkmopqstyvwxi')
  expect(lookAlikeKey('αβεηικμνορτυχζ')).toBe('abehikmvoptyxz')
  expect(lookAlikeKey('ıl1|0ɑɡ')).toBe('iiiioag')
})
