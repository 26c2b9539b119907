import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigError } from './platform/config-error.ts'
import { readConfig } from './config.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rfd-config-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const SECRET = '9f2c41d07be85a36c1e4870db95f3a62'

const read = (env: Record<string, string> = {}) => readConfig({ DATA_DIR: join(folder, 'data'), ...env })

test('without settings it is a demo on this machine only', () => {
  expect(read()).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    dataDir: join(folder, 'data'),
    databaseUrl: undefined,
    demo: true,
    demoPassword: 'rfd-demo',
    publicUrl: undefined,
    trustProxy: undefined,
    metricsToken: undefined,
    llm: { baseUrl: undefined, model: undefined, apiKey: undefined },
    bucket: undefined,
  })
})

test('the demo is on by itself only on loopback and outside production', () => {
  expect(read({ HOST: '::1' }).demo).toBe(true)
  expect(read({ HOST: 'localhost' }).demo).toBe(true)
  expect(read({ HOST: '127.0.0.2' }).demo).toBe(true)
  expect(read({ HOST: '0.0.0.0' }).demo).toBe(false)
  expect(read({ HOST: '127.evil.example' }).demo).toBe(false)
  expect(read({ NODE_ENV: 'production' }).demo).toBe(false)
  const installations: Record<string, string>[] = [
    { PUBLIC_URL: 'https://rfd.example.org' },
    { TRUST_PROXY: 'loopback' },
    { DATABASE_URL: 'postgres://rfd@127.0.0.1/rfd' },
  ]
  for (const installation of installations) {
    expect(read(installation)).toMatchObject({ demo: false, demoAsked: false })
    expect(read({ ...installation, DEMO: 'on' })).toMatchObject({ demo: true, demoAsked: true })
  }
  expect(read({ HOST: '0.0.0.0', NODE_ENV: 'production', DEMO: 'on' }).demo).toBe(true)
  expect(read({ DEMO: 'off' }).demo).toBe(false)
})

test('an empty variable counts as one that is not set', () => {
  expect(read({ PORT: '', DEMO: ' ', DATABASE_URL: '', SECRET_KEY: '' })).toMatchObject({ port: 3000, demo: true })
})

test('settings are taken as they are meant', () => {
  const databaseUrl = 'postgres://rfd:secret@db.example:5432/rfd'
  const config = read({
    PORT: '8080',
    HOST: '0.0.0.0',
    DATABASE_URL: databaseUrl,
    DEMO_PASSWORD: 'come-in-please',
    SECRET_KEY: SECRET,
    PUBLIC_URL: 'https://rfd.example.org/',
    TRUST_PROXY: 'loopback, 10.0.0.0/8,2001:db8::/32',
    METRICS_TOKEN: 'm',
    LLM_BASE_URL: 'https://llm.example/v1/',
    LLM_MODEL: 'office-7b',
    LLM_API_KEY: 'sk-1',
    FILES_S3_BUCKET: 'rfd-files',
    FILES_S3_ENDPOINT: 'https://s3.example.org',
    FILES_S3_REGION: 'eu-central-1',
    FILES_S3_ACCESS_KEY_ID: 'AK1',
    FILES_S3_SECRET_ACCESS_KEY: 'sk/2',
  })
  expect(config).toMatchObject({
    port: 8080,
    host: '0.0.0.0',
    databaseUrl,
    demoPassword: 'come-in-please',
    publicUrl: 'https://rfd.example.org',
    trustProxy: 'loopback,10.0.0.0/8,2001:db8::/32',
    metricsToken: 'm',
    llm: { baseUrl: 'https://llm.example/v1', model: 'office-7b', apiKey: 'sk-1' },
    bucket: {
      bucket: 'rfd-files',
      endpoint: 'https://s3.example.org',
      region: 'eu-central-1',
      credentials: { accessKeyId: 'AK1', secretAccessKey: 'sk/2' },
    },
  })
  expect(config.secretKey.toString()).toBe(SECRET)
})

test('each setting that cannot be used is named in one sentence', () => {
  const wrong = {
    PORT: ['http', '-1', '65536', '1.5', '3000x'],
    DEMO: ['true', '1', 'ON'],
    DATABASE_URL: ['db.example', 'mysql://db.example/rfd'],
    DEMO_PASSWORD: ['short', 'x'.repeat(257)],
    SECRET_KEY: [
      'too short',
      'k'.repeat(32),
      'abcd'.repeat(10),
      'aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbc',
      '01234567890123456789abcdefghijklmnop',
      'please-change-me-9f2c41d07be85a36c1e4',
      'my-very-long-secret-key-for-the-office',
    ],
    PUBLIC_URL: [
      'rfd.example.org',
      'ftp://rfd.example.org',
      'https://rfd.example.org/rfd',
      'https://a:b@rfd.example.org',
    ],
    LLM_BASE_URL: ['llm.example', 'http://llm.example/v1', 'https://a:b@llm.example', 'http://169.254.169.254'],
    LLM_API_KEY: ['sk-alone', 'sk with blanks'],
    FILES_S3_BUCKET: ['Rfd', 'x', 'rfd/files', 'https://rfd'],
    FILES_S3_ENDPOINT: ['https://s3.example.org'],
    FILES_S3_ACCESS_KEY_ID: ['alone'],
    TRUST_PROXY: ['true', '1', 'all', '10.0.0.0/33', '10.0.0.0/8/8', 'proxy.example'],
  }
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      const use = () => read({ [name]: value })
      expect(use, `${name}=${value}`).toThrow(ConfigError)
      expect(use).toThrow(new RegExp(`^${name} [^\\n]+\\.$|^${name} [^\\n]+openssl rand -hex 32$`))
    }
  }
})

test('each setting of a bucket that cannot be used is named in one sentence', () => {
  const wrong = {
    FILES_S3_ENDPOINT: [
      's3.example.org',
      'ftp://s3.example.org',
      'https://a:b@s3.example.org',
      'https://s3.example.org/x',
    ],
    FILES_S3_REGION: ['EU', 'eu central'],
    FILES_S3_ACCESS_KEY_ID: ['alone'],
  }
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values) {
      const use = () => read({ FILES_S3_BUCKET: 'rfd-files', [name]: value })
      expect(use, `${name}=${value}`).toThrow(ConfigError)
      expect(use).toThrow(new RegExp(`^${name} [^\\n]+\\.$`))
    }
  }
})

test('a refused configuration writes nothing', () => {
  expect(() => read({ PORT: 'x' })).toThrow(ConfigError)
  expect(readdirSync(folder)).toEqual([])
})

test('a password in DATABASE_URL is not repeated in the refusal', () => {
  expect(() => read({ DATABASE_URL: 'mysql://rfd:hunter2@db/rfd' })).toThrow(
    expect.objectContaining({ message: expect.not.stringContaining('hunter2') }),
  )
})

test('a secret is made once, for its owner alone, and stays the same', () => {
  const first = read().secretKey
  const file = join(folder, 'data', 'secret-key')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'data')).mode & 0o777).toBe(0o700)
  expect(first.length).toBeGreaterThanOrEqual(32)
  expect(read().secretKey).toEqual(first)
  expect(readFileSync(file, 'utf8')).toBe(first.toString())
})

test('a damaged secret and a folder that cannot be written stop the start', () => {
  read()
  writeFileSync(join(folder, 'data', 'secret-key'), 'cut')
  expect(() => read()).toThrow(/secret-key is damaged/)
  writeFileSync(join(folder, 'file'), '')
  expect(() => read({ DATA_DIR: join(folder, 'file', 'data') })).toThrow(/^DATA_DIR .* cannot be written: ENOTDIR\.$/)
})

test('RATE_LIMITS is on unless it is switched off, and anything else is refused', () => {
  expect(read().rateLimits).toBe(true)
  expect(read({ RATE_LIMITS: 'on' }).rateLimits).toBe(true)
  expect(read({ RATE_LIMITS: 'off' }).rateLimits).toBe(false)
  expect(() => read({ RATE_LIMITS: 'no' })).toThrow('RATE_LIMITS must be on or off, not "no".')
})
