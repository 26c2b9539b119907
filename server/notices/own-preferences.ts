import type { NoticePreferencesChange, StoredNoticePreferences } from '../../shared/notices.ts'
import type { Actor } from '../platform/actor.ts'
import type { Reader, Tx } from '../platform/database/db.ts'
import { isMailSetUp } from './mail/stored-settings.ts'
import { staleSettings } from '../settings/stale-settings.ts'
import type { Deps } from './deps.ts'
import { changePreferences, versionedPreferences } from './preferences.ts'

export function getOwnPreferences({ db }: Pick<Deps, 'db'>, actor: Actor): Promise<StoredNoticePreferences> {
  return shown(db.read, actor.id)
}

/** @throws AppError `stale-version` with the current preferences if they have changed since `change.version` */
export async function changeOwnPreferences(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  { version, mail: _mail, ...preferences }: NoticePreferencesChange,
): Promise<StoredNoticePreferences> {
  return db.write(async (tx) => {
    const mail = await isMailSetUp(tx)
    await changePreferences(tx, actor.id, (before) => {
      if (version !== undefined && version !== before.version)
        throw staleSettings({ ...before.preferences, mail, version: before.version })
      return preferences
    })
    return shown(tx, actor.id)
  })
}

async function shown(reader: Reader | Tx, personId: string): Promise<StoredNoticePreferences> {
  const { preferences, version } = await versionedPreferences(reader, personId)
  return { ...preferences, mail: await isMailSetUp(reader), version }
}
