import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AuditSealer } from './audit/seal.ts'
import { chainKeyFrom } from './audit/chain.ts'
import { NOTE_FILE } from './audit/head-note.ts'
import { DATABASE_FILE, openDatabase } from './platform/database/open.ts'
import { openSqlite } from './platform/database/sqlite/sqlite.ts'
import { recordAny } from './testing/audit.ts'
import { TEST_ENGINE } from './testing/database.ts'

const SECRET_KEY = '8f1c7e5b2a94d0636b1fd8c4e27a9053'
let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'rfd-verify-'))
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

function check(...options: string[]) {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', SECRET_KEY }
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(import.meta.dirname, 'audit-verify.ts'), ...options],
    {
      env,
      encoding: 'utf8',
    },
  )
  return { status, said: stdout + stderr }
}

// It opens its own SQLite database, whatever engine the other tests use.
test.runIf(TEST_ENGINE === 'sqlite')(
  'the log of a data folder is checked beside the server, and a changed entry is named',
  async () => {
    expect(check()).toEqual({ status: 2, said: expect.stringContaining('There is no database') })
    const sealer = new AuditSealer(chainKeyFrom(Buffer.from(SECRET_KEY)))
    const db = await openDatabase({ dataDir, beforeCommit: (tx) => sealer.seal(tx) })
    await db.write(async (tx) => {
      for (const action of ['one', 'two', 'three']) await recordAny(tx, () => new Date(), { actorId: null, action })
    })
    // No server has noted it.
    expect(check()).toEqual({
      status: 1,
      said: expect.stringMatching(/^NOT INTACT\. .* is missing\.\nOnce .*--accept\n/),
    })
    expect(check('--accept')).toMatchObject({ status: 2 })
    await db.close()
    expect(check('--accept').said).toMatch(/^The log is watched anew from entry 3 on/)
    expect(check()).toEqual({ status: 0, said: expect.stringMatching(/^Intact: 4 entries\. Digest: [\da-f]{64}\n/) })

    const other = await openSqlite(join(dataDir, DATABASE_FILE))
    await other.write((tx) => tx.updateTable('audit_log').set({ actor_id: 'user-dan' }).where('seq', '=', 2).execute())
    await other.close()
    expect(check()).toEqual({ status: 1, said: expect.stringMatching(/^NOT INTACT\. Entry 2 was altered\.\n/) })

    const cutting = await openSqlite(join(dataDir, DATABASE_FILE))
    await cutting.write((tx) => tx.deleteFrom('audit_log').where('seq', '>', 1).execute())
    await cutting.close()
    rmSync(join(dataDir, NOTE_FILE))
    expect(check()).toMatchObject({ status: 1, said: expect.stringContaining('the end of the log was cut off') })
    expect(check('--sure')).toMatchObject({ status: 2, said: expect.stringContaining('Usage') })
  },
)
