import type { Deps } from './deps.ts'
import { nameOf, openPlace } from './places.ts'
import { deleteBackupRow, findLastProven, findOlderThan, findUnfinished } from './queries.ts'
import { readStored } from './stored-settings.ts'
import type { Target } from './targets/target.ts'

const DAY_MS = 86_400_000

/** Removes what is older than the settings keep, but never the last proven one. */
export async function removeOld({ db, clock, config }: Deps): Promise<void> {
  const stored = await readStored(db.read)
  const before = new Date(clock().getTime() - stored.keepDays * DAY_MS).toISOString()
  const newest = await findLastProven(db.read)
  for (const { id, place } of await findOlderThan(db.read, before)) {
    if (id === newest?.id) continue
    // One whose place cannot be reached stays listed, and is tried again after the next backup.
    const isRemoved = await attempt(async () => openPlace(config, stored, place).remove(nameOf(id)))
    if (isRemoved) await db.write((tx) => deleteBackupRow(tx, id))
  }
}

/** Removes what backups that did not come to their end have left at a place. */
export async function removeUnfinished({ db, config }: Deps, place: string | null): Promise<void> {
  const names = new Set((await findUnfinished(db.read, place)).map(nameOf))
  if (names.size === 0) return
  await attempt(async () => {
    const target = openPlace(config, await readStored(db.read), place)
    for (const name of await namesAt(target)) if (names.has(name)) await target.remove(name)
  })
}

/** Names of whole objects and of those that are not. */
async function namesAt(target: Target): Promise<Set<string>> {
  const names = new Set<string>()
  for await (const { name } of target.list()) names.add(name)
  for await (const name of target.listUnfinished()) names.add(name)
  return names
}

/** @returns whether it succeeded; a target that fails is tried again another time */
async function attempt(action: () => Promise<void>): Promise<boolean> {
  return action().then(
    () => true,
    () => false,
  )
}
