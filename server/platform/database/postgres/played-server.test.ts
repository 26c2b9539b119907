import { sql } from 'kysely'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { afterEach, expect, test, vi } from 'vitest'
import { TEST_ENGINE } from '../../../testing/database.ts'
import { openPostgres } from './postgres.ts'

// The server is a fake: running these once is enough.
const onServer = test.runIf(TEST_ENGINE === 'postgres')
afterEach(() => vi.useRealTimers())

/**
 * A fake server with as much of the protocol as the tests need; it accepts every login.
 * @param answer the reply to each query; its argument is the SQL of a simple query, '' for any other
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
      for (let i = 0; i < bytes.length; i += 1 + bytes.readUInt32BE(i + 1)) {
        const end = i + bytes.readUInt32BE(i + 1)
        if (bytes[i] === 0x51) socket.write(answer(bytes.toString('latin1', i + 5, end)), 'latin1')
        if (bytes[i] === 0x53) socket.write(answer(''), 'latin1')
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
  const statements: string[] = []
  const { own, close } = await playServer((text) => {
    statements.push(text)
    return text.startsWith('begin') ? CANCELLED : DONE
  })
  const refused = own.write(async (tx) => {
    await sql`first`.execute(tx)
    await sql`second`.execute(tx)
  })
  await expect(refused).rejects.toMatchObject({ code: 'unavailable' })
  await close()
  expect(statements.filter(Boolean)).toEqual(['begin'])
})

onServer('a server that lets us in and then says nothing is not waited for without end', async () => {
  const queried = Promise.withResolvers<void>()
  const { own, close } = await playServer(() => {
    queried.resolve()
    return ''
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const refusal = expect(own.ping()).rejects.toMatchObject({ code: 'unavailable' })
  await queried.promise
  await vi.advanceTimersByTimeAsync(15_000)
  await refusal
  await close()
})
