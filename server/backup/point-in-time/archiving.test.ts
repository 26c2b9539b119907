import { spawnSync } from 'node:child_process'
import { appendFileSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { verify } from '../../audit/verify.ts'
import { buildPlaces, fillOffice, openPlace } from '../../testing/backup-offices.ts'
import { buildRequest } from '../../testing/build.ts'
import { TEST_ENGINE } from '../../testing/database.ts'
import { findBinaries, startPostgres } from '../../testing/postgres-server.ts'

const { place, removeAll } = buildPlaces('rfd-archiving-')
afterAll(removeAll)

const GUIDE = readFileSync(join(import.meta.dirname, '..', '..', '..', 'docs', 'operations.md'), 'utf8')

/** The commands of a step, as the guide has them. */
function commandsOf(step: string): string {
  const block = new RegExp(`^ *\`\`\`sh ${step}\\n([^]*?)^ *\`\`\``, 'm').exec(GUIDE)?.[1]
  expect(block).toBeDefined()
  return block!.replace(/^ {3}/gm, '')
}

/** The server of the run has no archive, so this one is its own; once is enough. */
const withPostgres = test.runIf(TEST_ENGINE === 'sqlite' && findBinaries() !== undefined)

withPostgres('the guide’s steps bring an office on PostgreSQL back as of a chosen second', async () => {
  const server = (await startPostgres({ settings: [] }))!
  try {
    const { folder, url } = server
    const { port } = new URL(url)
    const cluster = join(folder, 'cluster')
    const own = [`port = ${port}`, `listen_addresses = '127.0.0.1'`, `unix_socket_directories = '${folder}'`]
    appendFileSync(join(cluster, 'postgresql.conf'), `${own.join('\n')}\n`)
    const { uid, gid } = statSync(folder)
    const environment = { PATH: `${findBinaries()}:${process.env.PATH}`, HOME: folder, LC_ALL: 'C.UTF-8' }
    const connection = { PGDATA: cluster, PGHOST: '127.0.0.1', PGPORT: port, PGUSER: 'rfd' }
    const follow = (step: string, more: Record<string, string> = {}) => {
      const commands = commandsOf(step).replaceAll('/archive', join(folder, 'archive'))
      const { status, stderr } = spawnSync('bash', ['-euc', commands], {
        uid,
        gid,
        cwd: folder,
        encoding: 'utf8',
        // A server that is started keeps them open.
        stdio: ['ignore', 'ignore', 'pipe'],
        env: { ...environment, ...connection, ...more },
      })
      expect({ step, status, stderr: status === 0 ? '' : stderr }).toEqual({ step, status: 0, stderr: '' })
    }
    const where = { ...(await place('sqlite')), DATABASE_URL: url }
    await fillOffice(where)
    follow('archiving')
    follow('base')
    const { db } = await openPlace(where)
    const { id: requesterId } = await db.read.selectFrom('users').select('id').executeTakeFirstOrThrow()
    await buildRequest(db, { requesterId, title: 'written before' })
    await pause(20)
    const until = new Date().toISOString()
    await pause(20)
    await buildRequest(db, { requesterId, title: 'written after' })
    await db.close()
    follow('restoring', { UNTIL: until.replace('T', ' ').replace('Z', '+00') })
    const restored = await openPlace(where)
    const rows = await restored.db.read.selectFrom('requests').select('title').execute()
    const titles = rows.map(({ title }) => title)
    expect(titles).toContain('written before')
    expect(titles).not.toContain('written after')
    expect(await verify(restored.db, { key: restored.sealer.key })).toMatchObject({ intact: true })
    await restored.db.close()
  } finally {
    server.stop()
  }
})
