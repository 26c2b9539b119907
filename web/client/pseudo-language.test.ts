import { afterEach, expect, test } from 'vitest'
import { ENGLISH, findLanguage } from '../../shared/texts/language.ts'
import { say, sayParts } from '../../shared/texts/say.ts'
import { choosePseudoLanguage, pseudoText } from './pseudo-language.ts'

afterEach(() => {
  findLanguage(() => ENGLISH)
  sessionStorage.clear()
  document.documentElement.dir = ''
  window.history.replaceState(null, '', '/')
})

test('a pseudo text is longer, accented and in brackets, and keeps its values, plurals and parts', () => {
  expect(pseudoText('Sign In')).toBe('[Šîĝñ Îñ~~~]')
  window.history.replaceState(null, '', '/login?language=pseudo')
  choosePseudoLanguage()
  expect(say('Move {name}', { name: 'RFD-1' })).toBe('[Ṁöṽé RFD-1~~~~]')
  expect(say('{count, plural, one {# day} other {# days}}', { count: 2 })).toMatch(/^\[2 đàýš~+\]$/)
  expect(sayParts('By <b>{name}</b>', { name: 'Ada', b: ([name]: unknown[]) => ({ name }) })).toEqual([
    '[Ɓý ',
    { name: 'Ada' },
    '~~~~~~]',
  ])
})

test('the tab keeps the language, mirrored or not, until English is asked for', () => {
  window.history.replaceState(null, '', '/login?language=pseudo-mirrored')
  choosePseudoLanguage()
  window.history.replaceState(null, '', '/requests')
  choosePseudoLanguage()
  expect([say('Done'), document.documentElement.dir]).toEqual(['[Đöñé~~]', 'rtl'])
  findLanguage(() => ENGLISH)
  window.history.replaceState(null, '', '/requests?language=en')
  choosePseudoLanguage()
  expect(say('Done')).toBe('Done')
})
