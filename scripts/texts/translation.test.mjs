import { expect, test } from 'vitest'
import { compare } from './translation.mjs'

test('a translation lacks new texts, keeps unused ones, follows changed ones, and must name the same values', () => {
  const translation = {
    'Sign In': 'Anmelden',
    'Welcome back, {name}!': 'Willkommen, {nom}!',
    'The request has been updated.': 'Der Antrag wurde geändert.',
    'Somewhere else': 'Anderswo',
  }
  const english = ['Sign In', 'Welcome back, {name}!', 'The request was updated.', 'Clear filters']
  expect(compare(translation, english)).toEqual({
    missing: ['Clear filters'],
    unused: ['Somewhere else'],
    changed: [['The request has been updated.', 'The request was updated.']],
    unequal: ['Welcome back, {name}!'],
  })
})
