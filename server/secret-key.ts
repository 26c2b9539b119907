import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from './platform/config-error.ts'
import { isRun } from './people/accounts/common-passwords.ts'

const MIN_SECRET_LENGTH = 32

/** The configured key, or else the one in the data folder, which is made at the first start. */
export function readSecretKey(value: string | undefined, dataDir: string): Buffer {
  if (value !== undefined) {
    if (value.length < MIN_SECRET_LENGTH) {
      throw new ConfigError(
        `SECRET_KEY must have at least ${MIN_SECRET_LENGTH} characters, for example from: openssl rand -hex 32`,
      )
    }
    if (isGuessable(value)) {
      throw new ConfigError('SECRET_KEY must be random, for example from: openssl rand -hex 32')
    }
    return Buffer.from(value)
  }
  const file = join(dataDir, 'secret-key')
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // Fails if the file exists, also if another process has just created it.
    writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx', flush: true })
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw new ConfigError(`DATA_DIR ${dataDir} cannot be written: ${reasonOf(error)}.`)
  }
  const stored = readStored(file)
  if (stored.length >= MIN_SECRET_LENGTH) return Buffer.from(stored)
  throw new ConfigError(
    `The secret in ${file} is damaged. Restore the file, or delete it; everybody then has to sign in again.`,
  )
}

/** Words from examples in manuals. */
const EXAMPLE =
  /change.?me|change.?this|secret|example|password|your.?key|default|insecure|keyboard.?cat|replace|to.?do/i
/** A random text of this length has far more entropy; 32 hexadecimal digits have some 110 bits. */
const MIN_BITS = 80

function isGuessable(secret: string): boolean {
  const isRepeated = /^(.{1,128}?)\1+.{0,3}$/s.test(secret)
  return isRepeated || EXAMPLE.test(secret) || isRun(secret.toLowerCase()) || entropyBits(secret) < MIN_BITS
}

/** Shannon entropy of a text, from the frequency of its characters. */
function entropyBits(text: string): number {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  let bits = 0
  for (const count of counts.values()) bits -= count * Math.log2(count / text.length)
  return bits
}

function readStored(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new ConfigError(`${file} cannot be read: ${reasonOf(error)}.`)
  }
}

function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}

function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : String(error)
}
