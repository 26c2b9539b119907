import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { chainKeyFrom } from './audit/chain.ts'
import { ConfigError } from './platform/config-error.ts'
import { type Config, readConfig } from './config.ts'
import { DATABASE_FILE } from './platform/database/open.ts'
import { openFiles } from './platform/files/open.ts'
import { type BackupFile, checksumOf } from './backup/backup-file.ts'
import { locateFile, locateFolder } from './backup/locate.ts'
import { identityIn, isRecipient, type Key, type Lock, witnessed } from './backup/lock.ts'
import { type Made, makeBackup } from './backup/make.ts'
import type { Header, Manifest } from './backup/manifest.ts'
import type { WantedMoment } from './backup/point-in-time/load-moment.ts'
import { prepare } from './backup/prepared/prepare.ts'
import { BackupProblem, NotOpened } from './backup/problem.ts'
import { prove } from './backup/prove.ts'
import { type Place, restore } from './backup/restore.ts'
import type { CommandMessage } from './backup/run-command.ts'
import { officeNameIn, openSource } from './backup/source.ts'
import { STORED_TABLES } from './backup/stored-tables.ts'
import { TargetFailure } from './backup/targets/target.ts'
import { lowerPriority } from './platform/thread-limits.ts'

const USAGE = `Usage: npm run backup -- FILE [--recipient age1…]
       npm run backup:verify -- FILE [--identity KEYFILE]
       npm run restore -- FILE [--identity KEYFILE] [--replace] [--keep-key]
           [--until TIME --segments FOLDER|s3://bucket/prefix]
FILE may be s3://bucket/key, which opens with BACKUP_S3_ENDPOINT, BACKUP_S3_REGION, BACKUP_S3_ACCESS_KEY_ID and
BACKUP_S3_SECRET_ACCESS_KEY. The office is the one that DATA_DIR and DATABASE_URL name. BACKUP_PASSPHRASE encrypts and
opens; without it and without --recipient the file is not encrypted and carries no key. SEGMENTS_PASSPHRASE opens
segments whose passphrase is another one than that of FILE.`

/** Exit codes: 0 proven, 1 refused or damaged, 2 usage or configuration, 3 made but not proven. */
const [PROVEN, REFUSED, MISUSED, NOT_PROVEN] = [0, 1, 2, 3]

interface Options {
  /** as it was given */
  path: string
  file: BackupFile
  passphrase: string | undefined
  recipient?: string | undefined
  identity?: string | undefined
  replace?: boolean | undefined
  'keep-key'?: boolean | undefined
  token?: string | undefined
  until?: string | undefined
  segments?: string | undefined
}

const COMMANDS: Record<string, { options: string[]; run(options: Options): Promise<number> }> = {
  backup: { options: ['recipient'], run: backUp },
  verify: { options: ['identity'], run: verifyFile },
  restore: { options: ['identity', 'replace', 'keep-key', 'until', 'segments'], run: restoreFile },
  // Called by the server only.
  prepare: { options: ['token'], run: prepareFile },
}

async function backUp({ path, file, passphrase, recipient }: Options): Promise<number> {
  const config = readOffice()
  const { lock, key } = await lockFrom(passphrase, recipient)
  const steps = new Steps(2 * STORED_TABLES.length)
  const { size, checksum } = await makeFrom(config, file, lock, steps)
  tell({ made: { size, checksum } })
  console.log(`${path}: ${size} bytes, SHA-256 ${checksum}`)
  if (!lock) console.log('The file is not encrypted, and carries no key: keep SECRET_KEY elsewhere.')
  const proof = await prove(file, key, config.secretKey, steps.next).catch(doubtOfTheSystem)
  if (typeof proof === 'string') return tellDoubt(proof)
  const { doubt, header, manifest, checksum: read } = proof
  tell({ read: { checksum: read } })
  if (read !== checksum) throw new BackupProblem('is not there as it was written')
  return doubt === undefined ? tellProven(header, manifest) : tellDoubt(doubt)
}

/** A proof that could not run, such as on a full disk, says nothing about the file. */
function doubtOfTheSystem(error: unknown): string {
  if (!(error instanceof Error) || error instanceof BackupProblem || error instanceof TargetFailure) throw error
  return `its proof could not run: ${error.message}`
}

async function makeFrom(config: Config, file: BackupFile, lock: Lock, steps: Steps): Promise<Made> {
  const source = await openSource(config)
  try {
    return await makeBackup(
      source,
      openFiles(config),
      {
        file,
        lock,
        office: await officeNameIn(source),
        secretKey: config.secretKey,
        keyId: chainKeyFrom(config.secretKey).id,
        now: new Date(),
      },
      steps.next,
    )
  } finally {
    await source.close()
  }
}

async function verifyFile({ file, passphrase, identity }: Options): Promise<number> {
  await checkIsThere(file)
  const key = keyFrom(passphrase, identity)
  const steps = new Steps(STORED_TABLES.length)
  const { doubt, header, manifest, checksum } = await prove(file, key, secretKeyAtHand(), steps.next).catch(
    async (error: unknown) => {
      // Whether it is still the file that was once proven, the bytes tell.
      if (error instanceof NotOpened) tell({ read: { checksum: await checksumOf(file) } })
      throw error
    },
  )
  tell({ read: { checksum } })
  return doubt === undefined ? tellProven(header, manifest) : tellDoubt(doubt)
}

async function restoreFile({
  file,
  passphrase,
  identity,
  replace = false,
  'keep-key': keepKey = false,
  until,
  segments,
}: Options): Promise<number> {
  const moment = momentFrom(until, segments, [
    keyFrom(passphrase, undefined),
    keyFrom(process.env.SEGMENTS_PASSPHRASE || undefined, undefined),
    identity === undefined ? undefined : keyFrom(undefined, identity),
  ])
  await checkIsThere(file)
  const { header, manifest } = await restore(file, keyFrom(passphrase, identity), placeOf(process.env), {
    replaces: replace,
    keepsKey: keepKey,
    moment,
    tell: (line) => console.log(line),
  })
  return tellProven(header, manifest, 'Restored')
}

async function prepareFile({ file, passphrase, token }: Options): Promise<number> {
  if (!token || !/^[0-9a-f]{16}$/.test(token)) throw new ConfigError(USAGE)
  await checkIsThere(file)
  const { header, manifest } = await prepare(file, keyFrom(passphrase, undefined), readOffice(), token)
  return tellProven(header, manifest, 'Prepared')
}

function tellProven({ tables }: Header, manifest: Manifest, word = 'Proven'): number {
  const rows = (name: keyof Manifest['tables']) =>
    tables.some((table) => table.name === name) ? (manifest.tables[name]?.rows ?? 0) : 0
  tell({ proven: { requests: rows('requests') } })
  console.log(
    `${word}: ${rows('requests')} requests, ${rows('documents')} documents, ${rows('audit_log')} audit entries.`,
  )
  return PROVEN
}

function tellDoubt(doubt: string): number {
  console.error(`The backup is not proven: ${doubt}.`)
  return NOT_PROVEN
}

/** Read without making a key: the backup may carry one. */
function placeOf(environment: NodeJS.ProcessEnv): Place {
  const givenKey = environment.SECRET_KEY || undefined
  const config = readConfig({ ...environment, SECRET_KEY: givenKey ?? randomBytes(32).toString('hex') })
  return { dataDir: config.dataDir, databaseUrl: config.databaseUrl, bucket: config.bucket, givenKey }
}

/** Tells the server that started this command; a terminal hears nothing of it. */
function tell(message: CommandMessage): void {
  process.send?.(message)
}

/** How far the command is. */
class Steps {
  readonly #of: number
  #done = 0

  constructor(of: number) {
    this.#of = of
  }

  readonly next = (): void => {
    tell({ progress: { done: ++this.#done, of: this.#of } })
  }
}

/** The configured office, which must exist: reading the configuration of another would create a folder and a key. */
function readOffice(): Config {
  const { DATA_DIR = './data', DATABASE_URL } = process.env
  if (!DATABASE_URL && !existsSync(join(DATA_DIR, DATABASE_FILE))) {
    throw new ConfigError(`There is no database in ${DATA_DIR}. Set DATA_DIR or DATABASE_URL as for the server.`)
  }
  return readConfig(process.env)
}

function secretKeyAtHand(): Buffer | undefined {
  const { DATA_DIR = './data', SECRET_KEY } = process.env
  return SECRET_KEY || existsSync(join(DATA_DIR, 'secret-key')) ? readConfig(process.env).secretKey : undefined
}

function momentFrom(
  until: string | undefined,
  segments: string | undefined,
  keys: readonly Key[],
): WantedMoment | undefined {
  if (until === undefined && segments === undefined) return undefined
  if (until === undefined || segments === undefined) throw new ConfigError('--until and --segments belong together.')
  if (!z.iso.datetime({ offset: true }).safeParse(until).success)
    throw new ConfigError(
      '--until must be an instant with its zone, such as 2026-11-28T14:30:00Z or 2026-11-28T16:30:00+02:00.',
    )
  const given = keys.filter((key) => key !== undefined)
  return { until: new Date(until), segments: locateFolder(segments, process.env), keys: given }
}

/** What locks the file, and what opens it for the proof. */
async function lockFrom(
  passphrase: string | undefined,
  recipient: string | undefined,
): Promise<{ lock: Lock; key: Key }> {
  if (passphrase && recipient) throw new ConfigError('Set either BACKUP_PASSPHRASE or --recipient, not both.')
  if (recipient !== undefined) {
    if (!isRecipient(recipient)) throw new ConfigError('--recipient must be a public key of age, such as age1…')
    return witnessed(recipient)
  }
  const lock = passphrase ? { passphrase } : undefined
  return { lock, key: lock }
}

function keyFrom(passphrase: string | undefined, identity: string | undefined): Key {
  if (identity === undefined) return passphrase ? { passphrase } : undefined
  if (!existsSync(identity)) throw new ConfigError(`There is no file ${identity}.`)
  const text = identityIn(identity)
  if (text === undefined)
    throw new ConfigError(`${identity} holds no identity: a line that begins with AGE-SECRET-KEY-.`)
  return { identity: text, ...(passphrase && { passphrase }) }
}

/** Before anything is made for it. */
async function checkIsThere({ target, name }: BackupFile): Promise<void> {
  const { content } = await target.read(name)
  content.destroy()
}

function optionsFrom(allowed: string[], args: string[]): Options {
  const [text, flag] = ['string', 'boolean'] as const
  const isFlag = (name: string) => name === 'replace' || name === 'keep-key'
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: Object.fromEntries(allowed.map((name) => [name, { type: isFlag(name) ? flag : text }])),
    })
    const [file, ...rest] = positionals
    if (file === undefined || rest.length > 0) throw new ConfigError(USAGE)
    return {
      path: file,
      file: locateFile(file, process.env),
      passphrase: process.env.BACKUP_PASSPHRASE || undefined,
      ...values,
    }
  } catch (error) {
    throw error instanceof ConfigError ? error : new ConfigError(USAGE)
  }
}

async function main([name = '', ...args]: string[]): Promise<number> {
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new ConfigError(USAGE)
  process.umask(0o077)
  return command.run(optionsFrom(command.options, args))
}

// The server's answers come before its backup; a person at a terminal waits for theirs.
if (process.connected) lowerPriority(15)
// Nobody would learn of what comes of it after the server's death, and the next start removes it.
const endWithServer = () => process.exit(REFUSED)
process.once('disconnect', endWithServer)
try {
  process.exitCode = await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof Error)) throw error
  if (error instanceof BackupProblem && !(error instanceof NotOpened)) tell({ damaged: true })
  if (error instanceof TargetFailure) tell({ failed: { code: error.code, answer: error.answer } })
  const isAboutFile = error instanceof BackupProblem && /^[a-z]/.test(error.message)
  console.error(isAboutFile ? `The file ${error.message}.` : error.message)
  const isGone = error instanceof TargetFailure && error.code === 'gone'
  process.exitCode = error instanceof ConfigError || isGone ? MISUSED : REFUSED
}
// An open channel would keep the process alive; what was sent must have arrived before.
process.send?.({}, () => {
  process.off('disconnect', endWithServer)
  process.disconnect?.()
})
