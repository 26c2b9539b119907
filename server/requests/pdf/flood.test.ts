import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { get as httpGet, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { runAsCaller } from '../../platform/fairness/caller.ts'
import { testApp } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import type { Person } from '../../testing/cast.ts'
import { RequestPdfs } from './service.ts'

const CALLS = 200
/** One running and three waiting. */
const MAX_PER_CALLER = 4

let office: Awaited<ReturnType<typeof testApp>>
let dataDir: string
let pdf: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rfd-request-pdf-test-'))
  office = await testApp({ config: { dataDir } })
  await office.app.listen({ port: 0, host: '127.0.0.1' })
  pdf = `/api/requests/${(await buildRequest(office.db, { requesterId: office.ada.id })).id}/pdf`
})
afterAll(async () => {
  await office.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Files being made or sent; the folder is created with the first. */
function unfinished(): string[] {
  const folder = join(dataDir, 'exporting')
  return existsSync(folder) ? readdirSync(folder) : []
}

/** Over a separate connection, like the calls of a flood. */
function ask({ token }: Person, path: string): Promise<IncomingMessage> {
  const { port } = office.app.server.address() as AddressInfo
  const headers = { authorization: `Bearer ${token}` }
  return new Promise((resolve, reject) => {
    const call = httpGet({ host: '127.0.0.1', port, path, headers, agent: false })
    call.once('error', reject)
    call.once('response', (res) => res.resume().once('end', () => resolve(res)))
  })
}

test('of many concurrent PDFs of one person a few are made and the others refused; other people are not refused', async () => {
  const { ben, cleo, dan } = office
  let mostFiles = 0
  const flood = Array.from({ length: CALLS }, () =>
    ask(ben, pdf).then((res) => {
      mostFiles = Math.max(mostFiles, unfinished().length)
      return res
    }),
  )
  const others = [ask(cleo, '/api/requests'), ask(cleo, pdf), ask(dan, pdf), ask(ben, '/api/requests')]
  expect((await Promise.all(others)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  const answers = await Promise.all(flood)
  const made = answers.filter(({ statusCode }) => statusCode === 200)
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  // On a slow machine some wait in the queue until its time limit.
  const late = answers.filter(({ statusCode }) => statusCode === 503)
  expect(made.length + refused.length + late.length).toBe(CALLS)
  expect(made.length).toBeGreaterThanOrEqual(MAX_PER_CALLER)
  expect(refused.length).toBeGreaterThan(0)
  for (const { headers } of refused) expect(headers['retry-after']).toBe('1')
  // Files of the other people, plus those of the flood that run, wait or are being sent.
  expect(mostFiles).toBeLessThanOrEqual(2 + MAX_PER_CALLER)
  // Afterwards there is capacity again, and no file is left.
  expect((await ask(ben, pdf)).statusCode).toBe(200)
  await vi.waitFor(() => expect(unfinished()).toEqual([]), { timeout: 300_000 })
})

test('a PDF above the limit is refused before its request is looked up', async () => {
  const pdfs = new RequestPdfs(office.services)
  // Just enough of an actor to look up an unknown request.
  const actor = { id: office.ben.id, permissions: [] } as unknown as Parameters<RequestPdfs['make']>[0]
  const calls = runAsCaller({ key: actor.id }, () =>
    Array.from({ length: MAX_PER_CALLER + 2 }, () => pdfs.make(actor, 'RFD-0000-0000', new AbortController().signal)),
  )
  const codes = (await Promise.allSettled(calls)).map((call) => call.status === 'rejected' && call.reason.code)
  const lookedUp = Array.from({ length: MAX_PER_CALLER }, () => 'not-found')
  expect(codes).toEqual([...lookedUp, 'too-many-calls', 'too-many-calls'])
})
