import { setImmediate as nextTurn } from 'node:timers/promises'
import { fullName } from '../../shared/people.ts'
import type { Imported, ImportPreview, ImportRow, PeopleImport } from '../../shared/people-import.ts'
import { nameParts } from '../../shared/name-parts.ts'
import { withToken } from '../account-links/service.ts'
import type { Actor } from '../actor.ts'
import type { Tx } from '../database/db.ts'
import { AppError } from '../errors.ts'
import { WITHOUT_KEY, type IdempotentCall } from '../idempotency/idempotent-call.ts'
import { requirePermission } from '../roles/require-permission.ts'
import type { Deps } from './deps.ts'
import { readImportFile } from './import-file.ts'
import { MANAGE, recheckingPermission } from './rights.ts'
import { takenIfNotUnique } from '../users/service.ts'
import { createInvited } from './service.ts'
import { readOffice, rowsOf } from './import-preview.ts'

/** People invited in one turn of the event loop, so that other calls are served in between. */
const PEOPLE_PER_YIELD = 5

/** The result of importing this file, line by line; nothing is stored. */
export async function previewImport({ db }: Pick<Deps, 'db'>, actor: Actor, csv: string): Promise<ImportPreview> {
  requirePermission(actor, ...MANAGE)
  const file = readImportFile(csv)
  const office = await readOffice(db.read, actor, file)
  return { rows: rowsOf(file, office) }
}

/**
 * Invites all people that the preview would, or none.
 * @throws AppError `bad-input` for an invalid file; `stale-preview` if the preview is no longer accurate; `username-taken`
 * or `email-taken` if one was taken concurrently
 */
export async function importPeople(
  deps: Deps,
  actor: Actor,
  { csv, people }: PeopleImport,
  once: IdempotentCall = WITHOUT_KEY,
): Promise<Imported> {
  requirePermission(actor, ...MANAGE)
  const { db, config } = deps
  const file = readImportFile(csv)
  const made = await takenIfNotUnique(
    db.write((tx) =>
      once.run(tx, () =>
        recheckingPermission(tx, actor, async () => {
          const rows = rowsOf(file, await readOffice(tx, actor, file))
          const ready = rows.filter(({ problems }) => problems.length === 0)
          if (ready.length !== people) throw stale()
          return inviteAll(tx, deps, actor, ready)
        }),
      ),
    ),
  )
  return { invited: made.map(({ link, ...person }) => ({ ...person, link: withToken(link, config) })) }
}

async function inviteAll(tx: Tx, deps: Deps, actor: Actor, rows: ImportRow[]) {
  const made = []
  for (const [i, { line: _, problems: __, notes: ___, ...person }] of rows.entries()) {
    if (i % PEOPLE_PER_YIELD === PEOPLE_PER_YIELD - 1) await nextTurn()
    const { link } = await createInvited(tx, deps, actor, person)
    const { username, email } = person
    made.push({ fullName: fullName(nameParts(person.fullName)), username, email, link })
  }
  return made
}

function stale(): AppError {
  const message = 'Accounts or roles have changed since you looked at this file. Nobody was invited; please look again.'
  return new AppError('stale-preview', message)
}
