import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FirstAdministrator, SetupState } from '../../../shared/setup.ts'
import { text } from '../../../shared/texts/say.ts'
import { record } from '../../audit/service.ts'
import { lockByName } from '../../platform/database/dialect.ts'
import { AppError } from '../../platform/errors.ts'
import type { Deps } from './deps.ts'
import { hasUsers } from './queries.ts'
import { checkNewPassword, createAccount } from './service.ts'

/** @returns the token of a link to create the first administrator; the data folder only holds its hash */
export async function offerSetup({ dataDir }: Pick<Deps['config'], 'dataDir'>): Promise<string> {
  const token = randomBytes(24).toString('base64url')
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await writeFile(fileIn(dataDir), sha256(token).toString('hex'), { mode: 0o600 })
  return token
}

/**
 * Whether a link can still be used, before its form is filled in.
 * @throws AppError `not-allowed` without the token of the last printed link
 */
export async function openSetup(
  { db, config, settings }: Pick<Deps, 'db' | 'config' | 'settings'>,
  token: string,
): Promise<SetupState> {
  if (await hasUsers(db.read)) return { open: false }
  await requireOffered(token, config.dataDir)
  const { passwordMinLength } = await settings.policy()
  return { open: true, passwordMinLength }
}

/**
 * Creates the first account, an administrator.
 * @throws AppError `already-set-up` once any account exists; `not-allowed` without the token of the last printed link;
 * `bad-input` for a weak password
 */
export async function setUp(
  { db, config, clock, settings, passwords }: Deps,
  first: FirstAdministrator,
): Promise<void> {
  if (await hasUsers(db.read)) throw alreadySetUp()
  await requireOffered(first.token, config.dataDir)
  await checkNewPassword(settings, first.password, first, 'password')
  const passwordHash = await passwords.hash(first.password)
  await db.write(async (tx) => {
    await lockByName(tx, 'setup')
    if (await hasUsers(tx)) throw alreadySetUp()
    const { id } = await createAccount(tx, clock, { ...first, role: 'admin', passwordHash })
    await record(tx, clock, { actorId: id, action: 'user.created', targetType: 'user', targetId: id })
  })
  await rm(fileIn(config.dataDir), { force: true })
}

async function requireOffered(token: string, dataDir: string): Promise<void> {
  const stored = await readFile(fileIn(dataDir), 'utf8').catch(() => '')
  const expected = Buffer.from(stored, 'hex')
  const given = sha256(token)
  if (expected.length === given.length && timingSafeEqual(expected, given)) return
  throw new AppError('not-allowed', text('This link is no longer valid. Restart the server to get a new one.'))
}

function alreadySetUp(): AppError {
  return new AppError('already-set-up', text('This office already has an account. Please sign in.'))
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'setup-token')
}

// The token has 192 random bits, so it needs no slow hash.
function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
