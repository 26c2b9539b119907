import { expect, test } from 'vitest'
import type { BackupSettings } from '../../shared/backups.ts'
import { changeOf, formOf, problemsIn, willDropSecretKey } from './backup-form.ts'

const SETTINGS: BackupSettings = {
  schedule: 'daily',
  at: '02:00',
  keepDays: 30,
  pointInTime: false,
  hasPassphrase: true,
  isPassphraseReadable: true,
  recipient: null,
  target: 'bucket',
  endpoint: 'https://s3.example.org',
  region: 'us-east-1',
  bucket: 'safe',
  prefix: '',
  accessKeyId: 'KEY',
  hasSecretKey: true,
  isSecretKeyReadable: true,
  folder: '/srv/rfd/backups',
  version: 1,
}
const form = formOf(SETTINGS)
const problems = (change: Partial<typeof form>, settings = SETTINGS) =>
  Object.keys(problemsIn({ ...form, ...change }, settings))

test('stored secrets are not sent, and the fields of a bucket only with one', () => {
  expect(changeOf(form)).toEqual({
    schedule: 'daily',
    at: '02:00',
    keepDays: 30,
    pointInTime: false,
    recipient: null,
    target: 'bucket',
    endpoint: 'https://s3.example.org',
    region: 'us-east-1',
    bucket: 'safe',
    prefix: '',
    accessKeyId: 'KEY',
  })
  expect(changeOf({ ...form, secretKeyDecision: 'replace', secretKey: 'NEW' })).toMatchObject({ secretKey: 'NEW' })
  expect(changeOf({ ...form, target: 'folder', bucket: 'No Name' })).toEqual({
    schedule: 'daily',
    at: '02:00',
    keepDays: 30,
    pointInTime: false,
    recipient: null,
    target: 'folder',
  })
})

test('what a bucket lacks is said at its field', () => {
  expect(problems({})).toEqual([])
  expect(problems({ bucket: '' })).toEqual(['bucket'])
  expect(problems({ bucket: 'No Name' })).toEqual(['bucket'])
  expect(problems({ accessKeyId: ' ' })).toEqual(['accessKeyId'])
  expect(problems({ secretKeyDecision: 'replace' })).toEqual(['secretKey'])
  expect(problems({ passphraseDecision: 'remove' })).toEqual(['passphrase'])
  expect(problems({ passphraseDecision: 'remove', target: 'folder' })).toEqual([])
  // The stored secret key belongs to its address.
  expect(problems({ endpoint: 'https://s3.elsewhere.example' })).toEqual(['secretKey'])
  expect(willDropSecretKey({ ...form, endpoint: 'https://S3.example.org/ ' }, SETTINGS)).toBe(false)
})

test('a recipient takes the place of the passphrase, also for a bucket', () => {
  const recipient = `age1${'q'.repeat(58)}`
  const chosen = { ...form, encryption: 'recipient' as const, recipient }
  expect(changeOf(chosen)).toMatchObject({ recipient })
  expect(changeOf(chosen)).not.toHaveProperty('passphrase')
  expect(problems({ ...chosen, passphraseDecision: 'remove' })).toEqual([])
  expect(problems({ ...chosen, recipient: '' })).toEqual(['recipient'])
  expect(formOf({ ...SETTINGS, hasPassphrase: false, recipient })).toMatchObject({ encryption: 'recipient', recipient })
})
