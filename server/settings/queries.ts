import type { Reader, Tx } from '../platform/database/db.ts'
import type { Rules } from './rules.ts'
import { NO_SETTINGS, settingsVersion } from './settings-version.ts'

/** What is stored of the rules, not validated, with its version, and the departments of that version or a later one. */
export async function readStored(reader: Reader) {
  const version = settingsVersion(reader).as('version')
  const rows = await reader.selectFrom('settings').select(['key', 'value', version]).execute()
  // Read after the version, so that cached departments are never older than it.
  const departments = await reader
    .selectFrom('departments')
    .select(['key', 'name', 'retired_at as retiredAt', 'successor'])
    .orderBy('position')
    .orderBy('key')
    .execute()
  const rules: Record<string, unknown> = Object.fromEntries(rows.map(({ key, value }) => [key, parsed(value)]))
  return { rules, departments, version: rows[0]?.version ?? NO_SETTINGS }
}

export async function storeRules(tx: Tx, rules: Partial<Rules>, now: Date): Promise<void> {
  const updated_at = now.toISOString()
  const rows = Object.entries(rules).map(([key, value]) => ({ key, value: JSON.stringify(value), updated_at }))
  await tx
    .insertInto('settings')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet((set) => ({ value: set.ref('excluded.value'), updated_at: set.ref('excluded.updated_at') })),
    )
    .execute()
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
