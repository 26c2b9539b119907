import { type RawBuilder, sql } from 'kysely'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { emptyTables, openTestDatabase, TEST_ENGINE, urlWith } from '../../testing/database.ts'
import { findBinaries, startPostgres } from '../../testing/postgres-server.ts'
import type { Db, Reader, Tx } from '../db.ts'
import { plannedOnce } from '../planned-once.ts'
import { runText } from '../run.ts'
import { openPostgres } from './postgres.ts'

// What only a real server shows.
const url = process.env.TEST_DATABASE_URL ?? ''
const AT = '2026-03-10T09:00:00.000Z'
const onServer = test.runIf(TEST_ENGINE === 'postgres')

let db: Db
beforeAll(async () => {
  db = await openTestDatabase()
})
beforeEach(() => emptyTables(db))
afterEach(() => vi.useRealTimers())
afterAll(() => db.close())

const putInto = (where: Pick<Tx, 'insertInto'>, key: string) =>
  where.insertInto('settings').values({ key, value: '1', updated_at: AT }).execute()
const put = (key: string, into = db) => into.write((tx) => putInto(tx, key))
const keys = async () =>
  (await db.read.selectFrom('settings').select('key').orderBy('key').execute()).map(({ key }) => key)

onServer('what was never read from ends its connections, too, when it is closed', async () => {
  const name = `rfd-unread-${process.pid}`
  const unread = openPostgres(urlWith(url, 'application_name', name))
  expect(await unread.write(async () => 'nothing')).toBe('nothing')
  await unread.close()
  const left = sql`select pid from pg_stat_activity where application_name = ${name}`
  // A server process takes a moment to end.
  await vi.waitFor(async () => expect((await left.execute(db.read)).rows).toEqual([]), { timeout: 10_000 })
})

onServer('a statement that the server has forgotten is sent anew, in a transaction and alone', async () => {
  const one = openPostgres(url)
  const ask = (on: Reader) => runText<{ n: number }>(on, plannedOnce('select 1 as n'), [])
  const twice = (on: Reader) => [ask(on), sql`deallocate all`.execute(on).then(() => ask(on))]
  for (const answer of await Promise.all(twice(one.read))) expect(answer).toEqual([{ n: 1 }])
  let tries = 0
  const answer = await one.write(async (tx) => {
    await ask(tx)
    if (++tries === 1) await sql`deallocate all`.execute(tx)
    return ask(tx)
  })
  expect([answer, tries]).toEqual([[{ n: 1 }], 2])
  await one.close()
})

onServer('a long read that is refused leaves a connection behind that works', async () => {
  const refused = db.readInWorker(sql`select 1 / 0`.compile(db.read))
  await expect(refused).rejects.toMatchObject({ code: '22012' })
  const rows = await db.readInWorker(sql<{ n: number }>`select 1 as n`.compile(db.read))
  expect(rows).toEqual([{ n: 1 }])
})

onServer('what a transaction has left running does not come in during the next one on its connection', async () => {
  const { promise: next, resolve: goOn } = Promise.withResolvers<void>()
  let left: Promise<unknown> | undefined
  const first = db.write(async (tx) => {
    left = next.then(() => putInto(tx, 'left'))
    throw new Error('changed my mind')
  })
  await expect(first).rejects.toThrow('changed my mind')
  await db.write(async (tx) => {
    await putInto(tx, 'next')
    goOn()
    await expect(left).rejects.toThrow('already rolled back')
  })
  expect(await keys()).toEqual(['next'])
})

onServer('what others have made the default of their server does not change what we read', async () => {
  const own = openPostgres(urlWith(url, 'options', '-c bytea_output=escape -c DateStyle=German'))
  const { rows } = await sql`select '\\x00ff5c'::bytea as bytes, date '2026-03-10' as day`.execute(own.read)
  await own.close()
  expect(rows).toEqual([{ bytes: Buffer.from([0, 255, 92]), day: '2026-03-10' }])
})

onServer('a connection that was left in a transaction is not used again', async () => {
  await sql`begin`.execute(db.read)
  await expect(sql`select 1 / 0`.execute(db.read)).rejects.toMatchObject({ code: '22012' })
  expect(await keys()).toEqual([])
})

/**
 * A server that speaks as much of the protocol as a test needs: it lets everybody in.
 * @param answer says what comes back to each question: its text when it came as such, '' otherwise
 */
async function playServer(answer: (text: string) => string) {
  const server = createServer((socket) => {
    let isIn = false
    socket.on('error', () => {})
    socket.on('data', (bytes: Buffer) => {
      if (!isIn) {
        isIn = true
        return socket.write(say('R', '\0\0\0\0') + say('Z', 'I'), 'latin1')
      }
      for (let at = 0; at < bytes.length; at += 1 + bytes.readUInt32BE(at + 1)) {
        const end = at + bytes.readUInt32BE(at + 1)
        if (bytes[at] === 0x51) socket.write(answer(bytes.toString('latin1', at + 5, end)), 'latin1')
        if (bytes[at] === 0x53) socket.write(answer(''), 'latin1')
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = openPostgres(`postgres://rfd@127.0.0.1:${(server.address() as AddressInfo).port}/office`)
  const close = async () => {
    await own.close()
    server.close()
  }
  return { own, close }
}

function say(type: string, text: string): string {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(4 + text.length)
  return type + length.toString('latin1') + text
}
const DONE = say('C', 'SELECT 1\0') + say('Z', 'I')
const CANCELLED = say('E', 'SERROR\0C57014\0Mcancelled\0\0') + say('Z', 'I')

onServer('what belongs to a transaction is not stored without it when its beginning was cancelled', async () => {
  const asked: string[] = []
  const { own, close } = await playServer((text) => {
    asked.push(text)
    return text.startsWith('begin') ? CANCELLED : DONE
  })
  const refused = own.write(async (tx) => {
    await sql`first`.execute(tx)
    await sql`second`.execute(tx)
  })
  await expect(refused).rejects.toMatchObject({ code: 'unavailable' })
  await close()
  expect(asked.filter(Boolean)).toEqual(['begin'])
})

onServer('a server that lets us in and then says nothing is not waited for without end', async () => {
  const asked = Promise.withResolvers<void>()
  const { own, close } = await playServer(() => {
    asked.resolve()
    return ''
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const told = expect(own.ping()).rejects.toMatchObject({ code: 'unavailable' })
  await asked.promise
  await vi.advanceTimersByTimeAsync(15_000)
  await told
  await close()
})

onServer('a transaction that loses against another is run again', async () => {
  await put('a')
  await put('b')
  const touch = (first: string, second: string) =>
    db.write(async (tx) => {
      for (const key of [first, second]) {
        await tx
          .updateTable('settings')
          .set({ value: sql`(value::int + 1)::text` })
          .where('key', '=', key)
          .execute()
      }
    })
  await Promise.all(Array.from({ length: 6 }, (_, i) => (i % 2 ? touch('a', 'b') : touch('b', 'a'))))
  expect(await db.read.selectFrom('settings').select('value').execute()).toEqual([{ value: '7' }, { value: '7' }])
})

onServer('a server that is away is told in one sentence', async () => {
  const away = openPostgres('postgres://rfd@127.0.0.1:1/postgres')
  await expect(away.migrate()).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('cannot be reached'),
  })
  await expect(away.ping()).rejects.toMatchObject({ code: 'unavailable' })
  await away.close()
})

onServer('a connection that breaks off is told, and the next call gets another one', async () => {
  const broken = db.write((tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx))
  await expect(broken).rejects.toMatchObject({ code: 'unavailable' })
  await db.ping()
})

onServer('a write in which a refusal went unnoticed is not told as done', async () => {
  await put('a')
  const careless = db.write(async (tx) => {
    await putInto(tx, 'b')
    await putInto(tx, 'a').catch(() => undefined)
  })
  await expect(careless).rejects.toThrow('rolled back')
  expect(await keys()).toEqual(['a'])
})

onServer('a server that takes no changes is reported in one sentence', async () => {
  const refused = db.write(async (tx) => {
    await sql`set transaction read only`.execute(tx)
    await tx.deleteFrom('settings').execute()
  })
  await expect(refused).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('not accepting changes'),
  })
})

// The server of the suite must not fail: this one is its own.
const onOwnServer = test.runIf(TEST_ENGINE === 'postgres' && findBinaries() !== undefined)

/** A server with an office of its own, and somebody who watches it. */
async function ownServer(settings: string[] = []) {
  const server = (await startPostgres({ settings: ['fsync=off', ...settings] }))!
  const own = openPostgres(server.url)
  const watcher = openPostgres(server.url)
  const count = async (from: RawBuilder<unknown>) =>
    (await sql<{ n: number }>`select count(*) as n from ${from}`.execute(watcher.read)).rows[0]!.n
  const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 10_000 })
  await own.migrate()
  return {
    server,
    own,
    count,
    until,
    waiting: () => count(sql`pg_stat_activity where wait_event = 'SyncRep'`),
    /** From now on it waits for a standby that is not there. */
    async waitForNobody() {
      await sql`alter system set synchronous_standby_names = 'nobody'`.execute(watcher.read)
      await sql`select pg_reload_conf()`.execute(watcher.read)
      await until(async () => expect(await count(sql`pg_settings where setting = 'nobody'`)).toBe(1))
      // The process that writes them is the one that tells all others to wait; it first looks what it was told.
      await sql`checkpoint`.execute(watcher.read)
    },
    /** The next start does away with that. */
    waitNoLonger: () => sql`alter system reset synchronous_standby_names`.execute(watcher.read),
    async stop() {
      await Promise.all([own.close(), watcher.close()])
      server.stop()
    },
  }
}

onOwnServer('a server that waits for its standbys is told when nobody waits for it any more', async () => {
  const { own, waiting, until, waitForNobody, stop } = await ownServer()
  try {
    await waitForNobody()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const told = expect(put('first', own)).rejects.toMatchObject({ code: 'unavailable' })
    await until(async () => expect(await waiting()).toBe(1))
    await vi.advanceTimersByTimeAsync(11_000)
    await told
    vi.useRealTimers()
    await until(async () => expect(await waiting()).toBe(0))
  } finally {
    await stop()
  }
})

onOwnServer('a server that fails before a commit is confirmed leaves nobody told that it is stored', async () => {
  const { server, own, count, until, waiting, waitForNobody, waitNoLonger, stop } = await ownServer()
  try {
    await waitForNobody()
    const told = Promise.allSettled([put('first', own), put('second', own)])
    await until(async () => expect(await waiting()).toBe(2))
    await waitNoLonger()
    server.crash()
    server.start()
    for (const answer of await told) expect(answer).toMatchObject({ reason: { code: 'unavailable' } })
    await put('third', own)
    expect(await count(sql`settings where key = 'third'`)).toBe(1)
  } finally {
    await stop()
  }
})

onOwnServer(
  'writers who take all their connections leave those of readers, and are told when it takes too long',
  async () => {
    const { own, stop } = await ownServer()
    try {
      await put('held', own)
      const held = Promise.withResolvers<void>()
      const locked = Promise.withResolvers<void>()
      const holder = own.write(async (tx) => {
        await sql`select 1 from settings where key = 'held' for update`.execute(tx)
        locked.resolve()
        await held.promise
      })
      await locked.promise
      const others = Array.from({ length: 20 }, () =>
        own.write(async (tx) => {
          await sql`set local lock_timeout = 100`.execute(tx)
          await sql`update settings set value = '2' where key = 'held'`.execute(tx)
        }),
      )
      await own.ping()
      for (const answer of await Promise.allSettled(others)) {
        expect(answer).toMatchObject({ reason: { code: 'unavailable', message: expect.stringContaining('too busy') } })
      }
      held.resolve()
      await holder
    } finally {
      await stop()
    }
  },
)
