import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { get as httpGet } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { testApp } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'

let office: Awaited<ReturnType<typeof testApp>>
let dataDir: string
let port: number
let id: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rfd-request-pdf-test-'))
  office = await testApp({ config: { dataDir } })
  await office.app.listen({ port: 0, host: '127.0.0.1' })
  port = (office.app.server.address() as AddressInfo).port
  id = (await buildRequest(office.db, { requesterId: office.ada.id })).id
})
afterAll(async () => {
  await office.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const left = () => readdirSync(join(dataDir, 'exporting'))

/** Asks over a separate connection. The status is 0 after an abort. */
function ask({ token }: { token: string }) {
  const headers = { authorization: `Bearer ${token}` }
  const call = httpGet({ host: '127.0.0.1', port, path: `/api/requests/${id}/pdf`, headers, agent: false })
  const status = new Promise<number>((resolve) => {
    call.once('error', () => resolve(0))
    call.once('response', (res) => {
      res.once('error', () => resolve(0))
      res.resume().once('end', () => resolve(res.statusCode ?? 0))
    })
  })
  return { status, leave: () => call.destroy() }
}

test('a client that disconnects at any moment frees its place and leaves no file', async () => {
  for (const afterMs of [0, 20, 100, 250, 400]) {
    const call = ask(office.ben)
    await new Promise((resolve) => setTimeout(resolve, afterMs))
    call.leave()
    await call.status
    // One at a time per person: this call waits until the aborted one has freed its place.
    expect(await ask(office.ben).status).toBe(200)
  }
  await vi.waitFor(() => expect(left()).toEqual([]), { timeout: 300_000 })
})
