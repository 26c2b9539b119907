import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { chainKeyFrom } from '../audit/chain.ts'
import { AuditSealer } from '../audit/seal.ts'
import { record } from '../audit/service.ts'
import { fileAt } from '../backup/backup-file.ts'
import { makeBackup } from '../backup/make.ts'
import type { Lock } from '../backup/lock.ts'
import { openSource } from '../backup/source.ts'
import { fileKeysIn, STORED_TABLES } from '../backup/stored-tables.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../platform/database/open.ts'
import { openFiles } from '../platform/files/open.ts'
import { hashPassword } from '../people/accounts/passwords.ts'
import { createAccount } from '../people/accounts/service.ts'
import { buildRequest } from './build.ts'
import { CAST_PASSWORD } from './cast.ts'
import { TEST_CONFIG } from './config.ts'
import { buildDatabase } from './database.ts'

/** Variables that name an office to the server and the commands. */
export interface TestPlace {
  DATA_DIR: string
  DATABASE_URL: string | undefined
  HOST: string
}

/** SECRET_KEY of every office made here. */
export const BACKUP_KEY = '8f1c7e5b2a94d0636b1fd8c4e27a9053'
const clock = () => new Date()

/** Empty places below a temporary folder, on either engine, which `removeAll` deletes. */
export function buildPlaces(prefix: string) {
  const top = mkdtempSync(join(tmpdir(), prefix))
  const drops: (() => Promise<void>)[] = []
  return {
    top,
    async place(engine: 'sqlite' | 'postgres'): Promise<TestPlace> {
      const database = engine === 'postgres' ? await buildDatabase() : undefined
      if (database) drops.push(database.drop)
      return { DATA_DIR: join(top, randomUUID()), DATABASE_URL: database?.url, HOST: '127.0.0.1' }
    },
    async removeAll(): Promise<void> {
      rmSync(top, { recursive: true, force: true })
      for (const drop of drops) await drop()
    },
  }
}

export async function openPlace({ DATA_DIR, DATABASE_URL }: TestPlace) {
  const sealer = new AuditSealer(chainKeyFrom(Buffer.from(BACKUP_KEY)))
  const db = await openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL, beforeCommit: (tx) => sealer.seal(tx) })
  return { db, sealer }
}

/** Ada, a few requests with harmful texts, a document in the store, a stored model of bytes, and entries in the audit log. */
export async function fillOffice(where: TestPlace): Promise<void> {
  const { db, sealer } = await openPlace(where)
  const passwordHash = await hashPassword(CAST_PASSWORD, TEST_CONFIG.passwordCost)
  const ada = await db.write((tx) =>
    createAccount(tx, clock, {
      username: 'ada',
      firstName: 'Ada',
      lastName: 'O’Neill "the\n1st"',
      email: 'ada@office.example',
      role: 'admin',
      passwordHash,
    }),
  )
  for (const title of ['Naïve “quotes” \\ and \u0007', 'ضبط الميناء', 'ok', 'é'.repeat(200)]) {
    await buildRequest(db, { requesterId: ada.id, title, status: 'completed' })
  }
  const content = randomBytes(70_000)
  const checksum = createHash('sha256').update(content).digest('hex')
  await openFiles({ dataDir: where.DATA_DIR, bucket: undefined }).put(
    'documents/one',
    Readable.from([content]),
    content.length,
  )
  await db.write(async (tx) => {
    const file = {
      size: content.length,
      type: 'pdf' as const,
      stored_at: clock().toISOString(),
      text_state: 'ready' as const,
    }
    await tx
      .insertInto('files')
      .values({ checksum, store_key: 'documents/one', text_note: null, pages: null, ...file })
      .execute()
    const model = {
      engine: 'local',
      engine_version: '1',
      created_at: clock().toISOString(),
      data_from: null,
      data_to: null,
    }
    await tx
      .insertInto('models')
      .values({ ...model, learned_from: 1, decisions: 0, taken_into_use: 1, scores: '{}', content: randomBytes(300) })
      .execute()
    await record(tx, clock, { actorId: ada.id, action: 'settings.email-changed' })
  })
  await sealer.sealAll(db)
  await db.close()
}

/** @returns the path of a new backup in `folder` */
export async function backUpOffice(where: TestPlace, folder: string, lock?: Lock): Promise<string> {
  const path = join(folder, `${randomUUID()}.rfd`)
  const config = readConfig({ ...where, SECRET_KEY: BACKUP_KEY })
  const source = await openSource(config)
  const secretKey = Buffer.from(BACKUP_KEY)
  const options = {
    file: fileAt(path),
    lock,
    office: 'Customs',
    secretKey,
    keyId: chainKeyFrom(secretKey).id,
    now: clock(),
  }
  try {
    await makeBackup(source, openFiles(config), options)
  } finally {
    await source.close()
  }
  return path
}

/** All rows of an office, and the contents of its files, as text. */
export async function contentOf(where: TestPlace) {
  const config = readConfig({ ...where, SECRET_KEY: BACKUP_KEY })
  const source = await openSource(config)
  const [rows, files]: [Record<string, unknown[]>, Record<string, string>] = [{}, {}]
  for (const table of STORED_TABLES) {
    const found: Record<string, unknown>[] = []
    for await (const row of source.rows(table, await source.columns(table.name))) found.push(row)
    rows[table.name] = found
    for (const key of found.flatMap((row) => fileKeysIn(table.name, row))) {
      files[key] = (await (await openFiles(config).read(key)).toArray()).join('')
    }
  }
  await source.close()
  return { rows, files }
}
