import { expect, test } from 'vitest'
import type { AiSettings } from '../../shared/settings.ts'
import { changeOf, differencesOf, formOf, willDropKey, problemsIn, trialOf } from './ai-form.ts'
import { SETTINGS } from './example.ts'

const form = formOf(SETTINGS)

test('a key is sent only when it is replaced or removed', () => {
  expect(changeOf(form, SETTINGS)).toEqual({
    baseUrl: 'https://llm.example/v1',
    model: 'office-7b',
    timeLimitSeconds: 11,
    keepLocal: false,
    callsPerDay: null,
    callsPerPersonPerDay: null,
  })
  expect(trialOf({ ...form, keyDecision: 'remove' }, SETTINGS)).toMatchObject({ apiKey: null })
  expect(trialOf({ ...form, keyDecision: 'replace', apiKey: ' sk-new ' }, SETTINGS)).toMatchObject({ apiKey: 'sk-new' })
  expect(trialOf({ ...form, keyDecision: 'replace', apiKey: ' ' }, SETTINGS)).not.toHaveProperty('apiKey')
})

test('only differences are saved, and a typed key with the address that it is for', () => {
  const { savedAt } = SETTINGS
  expect(differencesOf(form, SETTINGS)).toEqual({ savedAt })
  expect(differencesOf({ ...form, keepLocal: true, callsPerDay: '500' }, SETTINGS)).toEqual({
    keepLocal: true,
    callsPerDay: 500,
    savedAt,
  })
  expect(differencesOf({ ...form, keyDecision: 'replace', apiKey: 'sk-new' }, SETTINGS)).toEqual({
    baseUrl: 'https://llm.example/v1',
    apiKey: 'sk-new',
    savedAt,
  })
  expect(differencesOf({ ...form, keyDecision: 'remove' }, SETTINGS)).toEqual({ apiKey: null, savedAt })
})

test('what the environment sets is not sent', () => {
  const fixed: AiSettings = { ...SETTINGS, fixed: ['baseUrl', 'model', 'apiKey'] }
  expect(trialOf({ ...form, keyDecision: 'remove' }, fixed)).toEqual({ timeLimitSeconds: 11 })
})

test('mistakes are named at their fields', () => {
  expect(problemsIn(form, SETTINGS)).toEqual({})
  for (const seconds of ['', 'soon', '1.5']) {
    expect(problemsIn({ ...form, timeLimitSeconds: seconds }, SETTINGS).timeLimitSeconds?.message).toBe(
      'Please enter whole seconds',
    )
  }
  expect(problemsIn({ ...form, timeLimitSeconds: '13' }, SETTINGS).timeLimitSeconds?.message).toBe('At most 12 seconds')
  expect(problemsIn({ ...form, callsPerDay: '500', callsPerPersonPerDay: ' ' }, SETTINGS)).toEqual({})
  expect(problemsIn({ ...form, callsPerDay: '0' }, SETTINGS).callsPerDay?.message).toBe(
    'At least 1, or empty for no limit',
  )
  expect(problemsIn({ ...form, callsPerPersonPerDay: 'few' }, SETTINGS).callsPerPersonPerDay?.message).toBe(
    'Please enter a whole number, or leave this empty for no limit',
  )
  expect(problemsIn({ ...form, keyDecision: 'replace', apiKey: 'two words' }, SETTINGS).apiKey?.message).toContain(
    'contain spaces',
  )
  expect(
    problemsIn({ ...form, keyDecision: 'replace', apiKey: 'sk', baseUrl: '' }, SETTINGS).baseUrl?.message,
  ).toContain('address first')
})

test('another host loses the key, another path does not', () => {
  expect(willDropKey(form, SETTINGS)).toBe(false)
  expect(willDropKey({ ...form, baseUrl: 'https://llm.example/v2' }, SETTINGS)).toBe(false)
  expect(willDropKey({ ...form, baseUrl: 'https://other.example/v1' }, SETTINGS)).toBe(true)
  expect(willDropKey({ ...form, baseUrl: '', keyDecision: 'keep' }, SETTINGS)).toBe(true)
  expect(willDropKey({ baseUrl: 'https://other.example/v1', keyDecision: 'replace' }, SETTINGS)).toBe(false)
  expect(willDropKey({ ...form, baseUrl: 'https://other.example' }, { ...SETTINGS, key: null })).toBe(false)
})
