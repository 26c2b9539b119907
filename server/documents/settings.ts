import { isDeepStrictEqual } from 'node:util'
import type { DocumentSettings } from '../../shared/documents.ts'
import type { Actor } from '../actor.ts'
import { record } from '../audit/service.ts'
import { scheduleScansAgain } from '../extraction/scans-again.ts'
import { requirePermission } from '../roles/require-permission.ts'
import type { Deps } from './deps.ts'

/** Allowed types and sizes: every uploader shows them before a file is chosen. */
export async function getDocumentSettings({ settings }: Pick<Deps, 'settings'>): Promise<DocumentSettings> {
  return (await settings.policy()).documents
}

/** Applies from the next upload on; earlier scans without text are queued for reading again. */
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
