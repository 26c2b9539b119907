import { isDeepStrictEqual } from 'node:util'
import type { DocumentSettings } from '../../shared/documents.ts'
import type { Actor } from '../actor.ts'
import { record } from '../audit/service.ts'
import { scheduleScansAgain } from '../extraction/scans-again.ts'
import { requirePermission } from '../roles/require-permission.ts'
import type { Deps } from './deps.ts'

/** What may be attached: everybody's uploader says it before a file is chosen. */
export async function getDocumentSettings({ settings }: Pick<Deps, 'settings'>): Promise<DocumentSettings> {
  return (await settings.policy()).documents
}

/** Counts from the next upload on; only scans that could not be read are read once more. */
export async function changeDocumentSettings(
  { settings, clock, queue }: Pick<Deps, 'settings' | 'clock' | 'queue'>,
  actor: Actor,
  wanted: DocumentSettings,
): Promise<DocumentSettings> {
  requirePermission(actor, 'settings.manage', 'change settings')
  const after = { ...wanted, types: [...new Set(wanted.types)] }
  await settings.change({ documents: after }, async (tx, { documents: before }) => {
    if (isDeepStrictEqual(before, after)) return
    if (after.readScans && !before.readScans) await scheduleScansAgain(tx, queue)
    await record(tx, clock, {
      actorId: actor.id,
      action: 'settings.documents-changed',
      details: { before, after },
    })
  })
  return after
}
