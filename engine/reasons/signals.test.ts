import { expect, test } from 'vitest'
import { Priority } from '../../shared/requests.ts'
import { becauseOfSignals, missingForPriority } from './sentences.ts'
import { signalsOf } from './signals.ts'

const signalsIn = (text: string) => signalsOf('', text).map(({ signal, words }) => `${signal}: ${words}`)

test.each([
  ['Nobody can log in, all clearance stopped.', ['outage: Nobody can log in', 'people: Nobody can log in']],
  ['Everything stands still.', ['outage: Everything stands still']],
  ['Trucks queue at the border.', ['outage: Trucks queue']],
  ['Needed by the end of March.', ['date: by the end of']],
  ['The regulation enters into force on 1 July.', ['date: enters into force', 'law: regulation']],
  ['Names of traders were leaked.', ['security: leaked']],
  ['Two clerks received phishing mails.', ['security: phishing']],
])('“%s” is heard as people write it', (text, expected) => {
  expect(signalsIn(text)).toEqual(expected)
})

test.each([
  'There is no deadline for this.',
  'No law asks for it, and it is not down.',
  'Show a message when the upload fails.',
  'If the connection breaks off, keep the draft.',
  'The system should warn the officer when a printer does not respond.',
  'The drop-down list should scroll down.',
  'The form works fine.',
  'A water leak was repaired.',
])('“%s” reports nothing', (text) => {
  expect(signalsIn(text)).toEqual([])
})

test('a text with signals of urgency is never called silent about it', () => {
  const signals = signalsOf('Nobody can log in', 'All clearance stopped.')
  const missing = missingForPriority(signals, 'medium', 'high')
  expect(missing).not.toContain('little about urgency')
  expect(missing).toBe('It could be Medium or High: say when it is needed by.')
  expect(missingForPriority([], 'medium', 'low')).toContain('says little about urgency')
})

test('signals against the named priority are explained as such', () => {
  const urgent = signalsOf('', 'Nobody can log in.')
  for (const value of Priority.options) {
    const because = becauseOfSignals(urgent, value)!
    expect(because.includes(', yet '), value).toBe(value === 'low' || value === 'medium')
    expect(because).toContain('“Nobody can log in”')
  }
  expect(becauseOfSignals(signalsOf('', 'No hurry.'), 'low')).toBe(
    'The text describes itself as a small request (“No hurry”).',
  )
  expect(becauseOfSignals([], 'high')).toBeNull()
  expect(becauseOfSignals([], 'medium')).toBe('The text gives no reason for urgency.')
  expect(becauseOfSignals(signalsOf('', 'Traders pay a fee.'), 'medium')).toContain('gives no other reason for urgency')
})
