import { expect, test } from 'vitest'
import { PERMISSIONS } from './permissions.ts'
import { permissionGroups, permissionTitle } from './permission-words.ts'
import { ENGLISH, findLanguage } from './texts/language.ts'

test('every permission has its own words', () => {
  expect(new Set(PERMISSIONS.map(permissionTitle)).size).toBe(PERMISSIONS.length)
})

test('they are said in the language of the moment', () => {
  findLanguage(() => ({ ...ENGLISH, translate: (english) => (english === 'Requests' ? 'Anträge' : english) }))
  try {
    expect(permissionGroups()[0]!.title).toBe('Anträge')
  } finally {
    findLanguage(() => ENGLISH)
  }
  expect(permissionGroups()[0]!.permissions['requests.cancelOwn']!.line).toBe('While they are pending or in progress')
})
