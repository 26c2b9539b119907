import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildBackup } from '../testing/backups.ts'
import { officeOfFile } from '../testing/office-of-file.ts'
import { backupFolder, nameOf } from './places.ts'
import { removeOld } from './remove-old.ts'

const office = await officeOfFile()
const build = (state: 'proven' | 'not-proven' | 'failed', daysAgo: number) =>
  buildBackup(office.services, { state, daysAgo })

async function kept(): Promise<string[]> {
  await removeOld(office.services)
  const rows = await office.db.read.selectFrom('backups').select('id').orderBy('started_at').execute()
  return rows.map(({ id }) => id)
}

test('what is older than it is to be kept goes with its file, but the last proven one stays, however old', async () => {
  const [older, proven] = [await build('proven', 90), await build('proven', 60)]
  const [failed, recent] = [await build('failed', 40), await build('not-proven', 10)]
  expect(await kept()).toEqual([proven, recent])
  const hasFile = (id: string) => existsSync(join(backupFolder(office.services.config), nameOf(id)))
  expect([older, proven, failed, recent].map(hasFile)).toEqual([false, true, false, true])
  const newer = await build('proven', 1)
  expect(await kept()).toEqual([recent, newer])
})
