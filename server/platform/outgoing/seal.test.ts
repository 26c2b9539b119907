import { expect, test } from 'vitest'
import { seal, unseal } from './seal.ts'

const KEY = Buffer.alloc(32, 7)
const SECRET = 'sk-a-secret-of-the-office'

test('a sealed secret can be unsealed, differs each time and never contains the secret', () => {
  const sealed = seal(KEY, SECRET, 'https://llm.example')
  expect(unseal(KEY, sealed, 'https://llm.example')).toBe(SECRET)
  expect(seal(KEY, SECRET, 'https://llm.example')).not.toBe(sealed)
  expect(Buffer.from(sealed.slice(3), 'base64url').toString('latin1')).not.toContain('secret')
})

test('another key, another binding or a changed letter fails to unseal', () => {
  const sealed = seal(KEY, SECRET, 'https://llm.example')
  const flipped = Buffer.from(sealed.slice(3), 'base64url')
  flipped[20]! ^= 1
  expect(unseal(Buffer.alloc(32, 8), sealed, 'https://llm.example')).toBeUndefined()
  expect(unseal(KEY, sealed, 'https://elsewhere.example')).toBeUndefined()
  expect(unseal(KEY, `v1.${flipped.toString('base64url')}`, 'https://llm.example')).toBeUndefined()
  for (const broken of ['', 'v1.', 'v2.abc', sealed.slice(0, 20), `v2.${sealed.slice(3)}`]) {
    expect(unseal(KEY, broken, 'https://llm.example'), broken).toBeUndefined()
  }
})
