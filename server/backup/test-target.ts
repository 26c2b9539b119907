import { randomUUID } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { BackupTargetTested } from '../../shared/backup-bucket.ts'
import type { BackupSettingsChange } from '../../shared/backups.ts'
import { text } from '../../shared/texts/say.ts'
import type { Actor } from '../platform/actor.ts'
import { record } from '../audit/service.ts'
import { AppError } from '../platform/errors.ts'
import { FairSemaphore } from '../platform/fairness/fair-semaphore.ts'
import { requirePermission } from '../people/roles/require-permission.ts'
import { changedSettings } from './changed-settings.ts'
import type { Deps } from './deps.ts'
import { backupFolder, openPlace, placeOf } from './places.ts'
import { MANAGE } from './settings.ts'
import { readStored } from './stored-settings.ts'
import { type Target, TargetFailure } from './targets/target.ts'

/** The page itself gives up after 15 seconds. */
const LIMITS = { connectTimeoutMs: 3000, answerTimeoutMs: 4000, uploadTimeoutMs: 4000, attempts: 1 }

/** Tests wait for each other, so that nobody can make many connections with them. */
export function targetTestTurns(): FairSemaphore {
  return new FairSemaphore({
    maxConcurrent: 2,
    maxConcurrentPerCaller: 1,
    maxQueuedPerCaller: 2,
    queueTimeoutMs: 3000,
    refusal: () => new AppError('unavailable', text('Another test is under way. Please try again in a moment.')),
  })
}

/** Stores, reads and removes an object where the settings of a form that may not be saved yet lead. */
export async function testBackupTarget(
  { db, config, clock, turns }: Deps & { turns: FairSemaphore },
  actor: Actor,
  { version: _version, ...trial }: BackupSettingsChange,
): Promise<BackupTargetTested> {
  requirePermission(actor, ...MANAGE)
  const stored = changedSettings(config, await readStored(db.read), trial)
  const tested = await turns.run(async () => {
    await mkdir(backupFolder(config), { recursive: true, mode: 0o700 })
    return tryOut(openPlace(config, stored, placeOf(stored), LIMITS))
  })
  const details = { where: tested.where, failure: tested.failure }
  await db.write((tx) => record(tx, clock, { actorId: actor.id, action: 'settings.backup-tested', details }))
  return tested
}

async function tryOut(target: Target): Promise<BackupTargetTested> {
  const name = `test-${randomUUID()}`
  const content = Buffer.from(name)
  const { where } = target
  try {
    await target.put(name, Readable.from([content]))
    const read = await buffer((await target.read(name)).content)
    await target.remove(name)
    return { failure: read.equals(content) ? null : 'altered', where, answer: '' }
  } catch (error) {
    if (!(error instanceof TargetFailure)) throw error
    return { failure: error.code, where, answer: error.answer }
  }
}
