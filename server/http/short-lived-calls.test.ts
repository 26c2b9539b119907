import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { getHeapSpaceStatistics } from 'node:v8'
import { expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { testApp } from '../testing/app.ts'

const CALLS = 4000
/** A retained call keeps its headers, response and closures: about 3 kB here. */
const MAX_RETAINED_BYTES_PER_CALL = 2000

test('a completed call is freed by the next collection of the young generation', async () => {
  const office = await testApp()
  const app = await buildApp(office.services)
  await app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  const ask = async (calls: number) => {
    for (let made = 0; made < calls; made++) {
      socket.write('GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n')
      expect(String((await once(socket, 'data'))[0])).toContain('200 OK')
    }
  }
  try {
    await ask(CALLS / 4)
    const before = oldBytes()
    await ask(CALLS)
    expect((oldBytes() - before) / CALLS).toBeLessThan(MAX_RETAINED_BYTES_PER_CALL)
  } finally {
    socket.destroy()
    await app.close()
    await office.close()
  }
})

/** Bytes in the old generation, which only a full collection frees. */
function oldBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')!.space_used_size
}
