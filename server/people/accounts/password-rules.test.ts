import { expect, test } from 'vitest'
import { isLeakedPassword } from './leaked-passwords.ts'
import { weaknessOf } from './password-rules.ts'

const owner = {
  username: 'lferrer',
  firstName: 'Lucía',
  lastName: 'Ferrer',
  email: 'lucia.ferrer@trade-ministry.example',
}
const weakness = (password: string, minLength = 15) => weaknessOf(password, owner, minLength)

test.each([
  [
    'repeats itself',
    [
      'aaaaaaaaaaaaaaa',
      'abababababababab',
      'butterflybutterfly',
      'tractor tractor tractor',
      'Tractor-Tractor!1',
      'aabbaabbccaabbcc',
    ],
  ],
  ['follows a keyboard', ['qwertyuiopasdfghjkl', '123456789012345!', 'abcdefghijklmnopq', '9876543210qwerty']],
  [
    'your name',
    ['Lucía Ferrer 2026!', 'lferrer-lferrer1x', 'ferrer-is-me-2026', 'Ferr3r.Trade-Ministry', 'xx-lucia-2026-xx'],
  ],
  ['is based on words from this product', ['Customs Dashboard 26', 'rfd-management-2026', 'CustomsTariff-now']],
  ['is too easy to guess', ['administrator2026', 'Password-Welcome-1', 'P@ssw0rd-P@ssw0rds']],
  ['is in a list of leaked passwords', ['PrimaVera2006Casa', 'qq11ww22ee33rr44']],
])('a password that %s is refused, and says so', async (words, passwords) => {
  for (const password of passwords) expect(await weakness(password), password).toContain(words)
})

test('published passwords are known in any case, those of one’s own are not', async () => {
  for (const leaked of ['monkey123', 'MONKEY123', 'qazwsxedc', 'PRIMAVERA2006casa']) {
    expect(await isLeakedPassword(leaked), leaked).toBe(true)
  }
  for (const own of ['tractor-violin-92', 'correct horse battery', 'hLk39xPq', '', 'пароль длинный']) {
    expect(await isLeakedPassword(own), own).toBe(false)
  }
})

test('a phrase of one’s own is welcome, also with a name or a word of the product in it', async () => {
  for (const own of [
    'tractor-violin-92',
    'a violin for customs in March',
    'lucia plants nine blue tulips',
    'Sunshine and rain on the harbour',
    'длинный пароль про море',
    '一二三四五六七八九十甲乙丙丁戊',
  ]) {
    expect(await weakness(own), own).toBeUndefined()
  }
})

test('where six characters are enough, fewer of one’s own are asked for', async () => {
  expect(await weakness('hLk39xPq', 6)).toBeUndefined()
  expect(await weakness('lucia-hLk39', 6)).toBeUndefined()
  expect(await weakness('lucia-1', 6)).toContain('your name')
})
