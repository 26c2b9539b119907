import { expect, test } from 'vitest'
import { ConfigError } from './platform/config-error.ts'
import { sentenceFor } from './start-failure.ts'

const failure = (code: string, more: object, message = code) => Object.assign(new Error(message), { code, ...more })

test('a folder that the account may not write is not taken for its port', () => {
  const folder = failure('EACCES', { syscall: 'mkdir', path: '/data' })
  expect(sentenceFor(folder)).toBe('This account may not use /data. Check its permissions.')
  const port = failure('EACCES', { syscall: 'listen', port: 80 })
  expect(sentenceFor(port)).toMatch(/ cannot be used by this account\. Choose a PORT above 1023\.$/)
})

test('an invalid setting and anything unexpected are told in their own words', () => {
  expect(sentenceFor(new ConfigError('DEMO must be on or off.'))).toBe('DEMO must be on or off.')
  expect(sentenceFor(new Error('unable to open database file'))).toBe('unable to open database file')
  expect(sentenceFor('odd')).toBe('odd')
})
