import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { clientOf, signIn } from '../../bench/client.ts'
import { startServer } from '../../bench/server-process.ts'
import { pdfOf } from '../../server/testing/sample-files.ts'
import { checkDatabase, hasSession } from './check.ts'
import { emptyLedger, keepRequest } from './ledger.ts'
import { freeBytes, onSmallDisk, reportFromSmallDisk } from './small-disk.ts'

interface FullDisk {
  acknowledged: number
  refused: number
  problems: string[]
}

const SIZE_MB = 36
const BALLAST_MB = 16

/** Runs the server on a small file system until that is full. */
export function runFullDisk(): Promise<FullDisk | { skipped: string }> {
  return onSmallDisk<FullDisk>(import.meta.filename)
}

async function fillUp(dataDir: string): Promise<FullDisk> {
  const server = await startServer({ DATA_DIR: dataDir, DEMO: 'on', DEMO_PASSWORD: 'rfd-demo', RATE_LIMITS: 'off' })
  const client = clientOf(server.url, 8)
  const token = await signIn(client, 'user', 'rfd-demo')
  const leaving = await signIn(client, 'manager', 'rfd-demo')
  const document = await announceDocument(server.url, token)
  const ledger = emptyLedger()
  const problems: string[] = []
  let refused = 0
  let serial = 0

  const create = async (): Promise<number> => {
    const marker = `user full-disk ${++serial}`
    const body = {
      title: marker,
      description: 'No room is left on the device. '.repeat(500),
      department: 'it',
      priority: 'low',
      dueDate: '2030-05-17',
    }
    const { status, text } = await client.send({ method: 'POST', path: '/api/requests', token, body })
    if (status === 201) keepRequest(ledger, marker, 'user', text)
    else if (status === 503 || status === 507) {
      refused++
      if (!/"error":".+"/.test(text)) problems.push(`A refusal without a sentence: ${text}`)
    } else problems.push(`A create answered ${status}: ${text}`)
    return status
  }
  const writer = async () => {
    for (let refusals = 0; refusals < 5 && problems.length === 0;) if ((await create()) !== 201) refusals++
  }
  await Promise.all(Array.from({ length: 8 }, writer))
  if (refused === 0) problems.push(`Nothing was refused with ${freeBytes(dataDir)} bytes free`)
  const { status } = await client.send({ path: '/api/requests?limit=10', token })
  if (status !== 200) problems.push(`Reading with a full disk answered ${status}`)
  const signedOut = (await client.send({ method: 'POST', path: '/api/auth/logout', token: leaving })).status
  if (signedOut !== 204 && signedOut !== 503) problems.push(`A sign-out with a full disk answered ${signedOut}`)
  if (signedOut === 204 && hasSession(dataDir, leaving)) problems.push('A sign-out was acknowledged and not stored')
  const after = (await client.send({ path: '/api/auth/validate', token: leaving })).status
  if (after !== 401) problems.push(`After a sign-out with a full disk the session answered ${after}`)

  problems.push(...(await document.withoutRoom(dataDir)))

  rmSync(join(dataDir, 'ballast'))
  // The storage engine may need a moment to reclaim the space.
  for (let tries = 0; (await create()) !== 201; tries++) {
    if (tries > 300) {
      problems.push('With room again the server still refuses')
      break
    }
    await pause(100)
  }
  // The server retries every five seconds.
  for (let tries = 0; tries < 600 && hasSession(dataDir, leaving); tries++) await pause(100)
  if (hasSession(dataDir, leaving)) problems.push('With room again the sign-out was not stored')
  problems.push(...(await document.withRoom()))
  await server.kill()
  client.close()
  problems.push(...(await checkDatabase({ dataDir }, [ledger])))
  return { acknowledged: ledger.acknowledged, refused, problems }
}

/** A document that was announced while there was space. */
async function announceDocument(url: URL, token: string) {
  const content = pdfOf('full disk', 3 * 1024 * 1024)
  const call = (method: string, path: string, type: string, body: Uint8Array<ArrayBuffer> | string) =>
    fetch(new URL(path, url), { method, headers: { authorization: `Bearer ${token}`, 'content-type': type }, body })
  const json = JSON.stringify({ name: 'Letter.pdf', size: content.length })
  const { id } = (await (await call('POST', '/api/uploads', 'application/json', json)).json()) as { id: string }
  const send = () => call('PATCH', `/api/uploads/${id}?offset=0`, 'application/octet-stream', new Uint8Array(content))
  return {
    async withoutRoom(dataDir: string): Promise<string[]> {
      const res = await send()
      const { error } = (await res.json()) as { error?: string }
      const left = readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
      return [
        ...(res.status === 503 && error ? [] : [`A document on a full disk answered ${res.status} ${error}`]),
        ...left.filter((entry) => entry.isFile()).map(({ name }) => `A refused document left ${name}`),
      ]
    },
    async withRoom(): Promise<string[]> {
      const res = await send()
      return res.status === 200 ? [] : [`With room again a document answered ${res.status}: ${await res.text()}`]
    },
  }
}

if (process.argv[1] === import.meta.filename) {
  await reportFromSmallDisk(SIZE_MB, (folder) => {
    writeFileSync(join(folder, 'ballast'), Buffer.alloc(BALLAST_MB * 1024 * 1024))
    return fillUp(folder)
  })
}
