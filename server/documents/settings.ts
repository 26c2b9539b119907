import { isDeepStrictEqual } from 'node:util'
import type { StoredDocumentSettings } from '../../shared/document-settings.ts'
import type { Actor } from '../platform/actor.ts'
import { record } from '../audit/service.ts'
import { scheduleScansAgain } from './extraction/scans-again.ts'
import { requirePermission } from '../people/roles/require-permission.ts'
import type { Policy } from '../settings/service.ts'
import { staleSettings } from '../settings/stale-settings.ts'
import type { Deps } from './deps.ts'

/** Allowed types and sizes: every uploader shows them before a file is chosen. */
export async function getDocumentSettings({ settings }: Pick<Deps, 'settings'>): Promise<StoredDocumentSettings> {
  return documentSettingsOf(await settings.policy())
}

/**
 * Applies from the next upload on; earlier scans without text are queued for reading again.
 * @throws AppError `stale-version` with the current settings after a concurrent change
 */
export async function changeDocumentSettings(
  { settings, clock, queue }: Pick<Deps, 'settings' | 'clock' | 'queue'>,
  actor: Actor,
  { version, ...change }: StoredDocumentSettings,
): Promise<StoredDocumentSettings> {
  requirePermission(actor, 'settings.manage', 'change settings')
  const after = { ...change, types: [...new Set(change.types)] }
  await settings.change({ documents: after, documentsVersion: version + 1 }, async (tx, policy) => {
    const { documents: before } = policy
    if (policy.documentsVersion !== version) throw staleSettings(documentSettingsOf(policy))
    if (isDeepStrictEqual(before, after)) return
    if (after.readScans && !before.readScans) await scheduleScansAgain(tx, queue)
    await record(tx, clock, {
      actorId: actor.id,
      action: 'settings.documents-changed',
      details: { before, after },
    })
  })
  return getDocumentSettings({ settings })
}

function documentSettingsOf({ documents, documentsVersion: version }: Policy): StoredDocumentSettings {
  return { ...documents, version }
}
