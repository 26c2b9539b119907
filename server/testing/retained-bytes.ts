// Prints how many bytes of a completed call stay in the old generation, which only a full collection frees.
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import { getHeapSpaceStatistics } from 'node:v8'
import { buildApp } from '../app.ts'
import { testApp } from './app.ts'

const CALLS = 4000

const office = await testApp()
const app = await buildApp(office.services)
await app.listen({ port: 0, host: '127.0.0.1' })
const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
await ask(CALLS / 4)
const before = oldBytes()
await ask(CALLS)
console.log((oldBytes() - before) / CALLS)
socket.destroy()
await app.close()
await office.close()

async function ask(calls: number): Promise<void> {
  for (let made = 0; made < calls; made++) {
    socket.write('GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n')
    const answer = String((await once(socket, 'data'))[0])
    if (!answer.includes('200 OK')) throw new Error(answer)
  }
}

function oldBytes(): number {
  return getHeapSpaceStatistics().find(({ space_name: name }) => name === 'old_space')!.space_used_size
}
