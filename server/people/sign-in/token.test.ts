import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { readToken, signToken } from './token.ts'

const key = Buffer.alloc(32, 1)
const claims = { sub: 'user-ada', sid: 'session-1', iat: 1_700_000_000, exp: 1_700_086_400 }
const token = signToken(claims, key)
const [header = '', payload = '', signature = ''] = token.split('.')
const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

/** Signs any text like the server. */
const sign = (text: string) =>
  createHmac('sha256', Buffer.concat([Buffer.from('session-token:'), key]))
    .update(text)
    .digest('base64url')

test('a token has three parts and carries what was signed', () => {
  expect(token.split('.')).toHaveLength(3)
  expect(JSON.parse(Buffer.from(payload, 'base64url').toString())).toEqual(claims)
  expect(readToken(token, key)).toEqual(claims)
})

test('a token with a changed payload, header or signature is refused', () => {
  const other = encode({ ...claims, sub: 'user-cleo' })
  const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)
  for (const forged of [
    `${header}.${other}.${signature}`,
    `${encode({ typ: 'JWT', alg: 'HS256' })}.${payload}.${signature}`,
    `${header}.${payload}.${flipped}`,
    `${header}.${payload}.${signature}=`,
    `${header}.${payload}.`,
    `${header}.${payload}`,
    `${token}.${signature}`,
    '',
    '..',
  ]) {
    expect(readToken(forged, key), forged).toBeUndefined()
  }
})

test('another spelling of the same signature is not accepted', () => {
  // The last of 43 characters carries two bits that decoding discards.
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = alphabet.indexOf(signature.at(-1) ?? '')
  const twin = signature.slice(0, -1) + alphabet[last ^ 1]
  expect(Buffer.from(twin, 'base64url')).toEqual(Buffer.from(signature, 'base64url'))
  expect(readToken(`${header}.${payload}.${twin}`, key)).toBeUndefined()
})

test('a token cannot choose its own algorithm, even with a signature that is right', () => {
  expect(sign(`${header}.${payload}`)).toBe(signature)
  for (const alg of ['none', 'None', 'HS512', 'RS256']) {
    const chosen = encode({ alg, typ: 'JWT' })
    const resigned = sign(`${chosen}.${payload}`)
    expect(readToken(`${chosen}.${payload}.`, key)).toBeUndefined()
    expect(readToken(`${chosen}.${payload}.${resigned}`, key)).toBeUndefined()
  }
})

test('a token signed with another key, or for another purpose with this one, is refused', () => {
  expect(readToken(signToken(claims, Buffer.alloc(32, 2)), key)).toBeUndefined()
  const plain = createHmac('sha256', key).update(`${header}.${payload}`).digest('base64url')
  expect(readToken(`${header}.${payload}.${plain}`, key)).toBeUndefined()
})

test('claims of the wrong shape are refused even when the signature is right', () => {
  const odd = signToken({ ...claims, sid: undefined as unknown as string }, key)
  expect(readToken(odd, key)).toBeUndefined()
})
