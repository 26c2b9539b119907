import { expect, test } from 'vitest'
import { nameKey, searchKey, usernameKey } from './account-keys.ts'

test.each([
  ['admin', 'ADMIN'],
  ['admin', 'аdmin'],
  ['admin', 'adm1n'],
  ['admin', 'admіn'],
  ['bill.o', 'biIl.0'],
  ['maria', 'ｍａｒｉａ'],
  ['oskar', 'ΟSKAR'],
])('%s and %s are one username', (a, b) => {
  expect(usernameKey(b)).toBe(usernameKey(a))
})

test.each([
  ['anna', 'anne'],
  ['ada', 'ada2'],
  ['ивана', 'петр'],
])('%s and %s are two', (a, b) => {
  expect(usernameKey(b)).not.toBe(usernameKey(a))
})

test('a person with a single name is sorted by it alone', () => {
  expect(nameKey({ firstName: 'Sukarno', lastName: '' })).toBe('sukarno')
})

test('a search looks through names, username and address, whatever their case and accents', () => {
  const person = { firstName: 'Zoë', lastName: 'Ümit', username: 'Zoe.U', email: 'Zoe@Office.example' }
  expect(searchKey(person)).toBe('zoe umit\nzoe.u\nzoe@office.example')
})
