import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'
import { hashPassword, needsRehash, Passwords, verifyPassword } from './passwords.ts'

const cost = { memory: 8, passes: 1, parallelism: 1 }

test('a hash is a PHC string of argon2id that only its password fits', async () => {
  const hash = await hashPassword('tractor violin', cost)
  expect(hash).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  expect(await verifyPassword('tractor violin', hash)).toBe(true)
  expect(await verifyPassword('tractor violin ', hash)).toBe(false)
})

test('the same password twice has two hashes', async () => {
  expect(await hashPassword('same', cost)).not.toBe(await hashPassword('same', cost))
})

test('a hash made elsewhere by the reference implementation fits', async () => {
  // From the test vectors of the Argon2 reference implementation (argon2id, version 19).
  const hash = '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4'
  expect(await verifyPassword('password', hash)).toBe(true)
})

test('a hash that cannot be read fits nothing', async () => {
  for (const hash of ['', 'x', '$2b$10$abcdefghijklmnopqrstuv', '$argon2id$v=19$m=8,t=1,p=1$$']) {
    expect(await verifyPassword('', hash)).toBe(false)
  }
})

test('the same letters typed on different keyboards are the same password', async () => {
  expect(await verifyPassword('Zoe\u0308', await hashPassword('Zo\u00eb', cost))).toBe(true)
})

test('another cost asks for a new hash', async () => {
  const hash = await hashPassword('x', cost)
  expect(needsRehash(hash, cost)).toBe(false)
  expect(needsRehash(hash, { ...cost, passes: 2 })).toBe(true)
  expect(needsRehash(hash, { ...cost, memory: 16 })).toBe(true)
  expect(needsRehash(hash, { ...cost, parallelism: 2 })).toBe(true)
  expect(needsRehash('unreadable', cost)).toBe(true)
})

test('far more at once than may run wait for each other, and all are right', async () => {
  const passwords = new Passwords({ passwordCost: cost })
  const hash = await passwords.hash('x')
  const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => passwords.verify(i % 2 ? 'x' : 'y', hash)))
  expect(answers).toEqual(Array.from({ length: 100 }, (_, i) => i % 2 === 1))
})

test('a line that is too long is turned away instead of growing', async () => {
  const passwords = new Passwords({ passwordCost: cost })
  const hash = await passwords.hash('x')
  const answers = await Promise.allSettled(Array.from({ length: 600 }, () => passwords.verify('x', hash)))
  const refused = answers.filter((answer) => answer.status === 'rejected')
  expect(refused).toHaveLength(600 - 502)
  expect(refused[0]?.reason).toMatchObject({ code: 'unavailable' })
})

test('a decoy that was turned away by a full line is made by the next call', async () => {
  const passwords = new Passwords({ passwordCost: cost })
  const queue = Array.from({ length: 502 }, () => passwords.hash('x'))
  await expect(passwords.decoy()).rejects.toMatchObject({ code: 'unavailable' })
  await Promise.all(queue)
  const decoy = await passwords.decoy()
  expect(await passwords.verify('x', decoy)).toBe(false)
  expect(await passwords.decoy()).toBe(decoy)
})

test('common passwords are known in their usual dress, and phrases are not', () => {
  for (const common of [
    '123456',
    'Password',
    'p@ssw0rd',
    'Summer2026!',
    'qwertyuiop',
    '111111',
    'abcabcabc',
    'zaq12wsx',
    'Welcome1',
    '987654321',
    'iloveyou',
    'admin',
  ]) {
    expect(isCommonPassword(common), common).toBe(true)
  }
  for (const good of [
    'correct horse battery',
    'hLk39xPq',
    'tractor-violin-92',
    'Sunshine and rain',
    'пароль длинный',
  ]) {
    expect(isCommonPassword(good), good).toBe(false)
  }
})
