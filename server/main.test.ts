import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { TEST_ENGINE } from './testing/database.ts'

let dataDir: string
const running = new Set<ChildProcess>()
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'rfd-main-'))
})
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

function start(env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: { PATH: process.env.PATH, PORT: '0', DEMO: 'off', DATA_DIR: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  let errors = ''
  child.stdout.on('data', (text: Buffer) => (output += text.toString()))
  child.stderr.on('data', (text: Buffer) => (errors += text.toString()))
  const ended = once(child, 'close').then(([code]: unknown[]) => {
    running.delete(child)
    return { code, output, errors }
  })
  const address = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', () => {
      const url = /running at (http:\S+)/.exec(output)?.[1]
      if (url) resolve(url)
    })
    child.once('close', () => reject(new Error(`It did not start: ${output}${errors}`)))
  })
  address.catch(() => undefined)
  return { child, address, ended, output: () => output }
}

/** A raw socket, over which the test sends any bytes. */
async function openSocket(address: string): Promise<Socket & { received: () => string }> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString()))
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return Object.assign(socket, { received: () => text })
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10))
}

// The process behaves the same on every engine.
describe.runIf(TEST_ENGINE === 'sqlite')('the process', () => {
  test('starts, offers a link for the first administrator, and stops when asked', async () => {
    const office = start()
    const address = await office.address
    expect(await (await fetch(`${address}/api/ready`)).json()).toEqual({ status: 'ready' })
    const token = new RegExp(`Create the first administrator: ${address}/setup#([\\w-]+)`).exec(office.output())?.[1]
    const first = { username: 'grace', firstName: 'Grace', lastName: 'Lind', email: 'grace@office.example' }
    const body = JSON.stringify({ ...first, token, password: 'tractor-violin-92' })
    const created = await fetch(`${address}/api/setup`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect(created.status).toBe(201)
    office.child.kill('SIGTERM')
    const { code, output, errors } = await office.ended
    expect({ code, errors }).toEqual({ code: 0, errors: '' })
    expect(output).not.toContain('tractor-violin-92')

    const again = start()
    await again.address
    again.child.kill('SIGINT')
    expect((await again.ended).output).not.toContain('/setup#')

    const asDemo = await start({ DEMO: 'on' }).ended
    expect(asDemo).toMatchObject({ code: 1, output: '' })
    expect(asDemo.errors).toMatch(/^DEMO=on needs data of its own, [^\n]+\n$/)
  })

  test.skipIf(process.platform === 'win32')(
    'what it stores is for its owner alone, even in an open folder',
    async () => {
      chmodSync(dataDir, 0o755)
      const office = start({ DEMO: 'on' })
      await office.address
      const files = readdirSync(dataDir)
      expect(files).toEqual(expect.arrayContaining(['rfd.sqlite', 'rfd.sqlite-wal', 'secret-key']))
      for (const file of files) expect(statSync(join(dataDir, file)).mode & 0o077, file).toBe(0)
    },
  )

  test('a demo starts with its people, names them, and will not be opened to others later', async () => {
    const demo = start({ DEMO: 'on', DEMO_PASSWORD: 'open-sesame-7' })
    const address = await demo.address
    for (const username of ['admin', 'manager', 'user']) {
      const body = JSON.stringify({ username, password: 'open-sesame-7' })
      const res = await fetch(`${address}/api/auth/login`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/json' },
      })
      expect(res.status).toBe(200)
    }
    demo.child.kill('SIGTERM')
    expect((await demo.ended).output).toContain(
      'Demo accounts: admin, manager and user, each with the password open-sesame-7',
    )

    const { code, errors } = await start().ended
    expect(code).toBe(1)
    expect(errors).toMatch(/^This data has only demo accounts, [^\n]+\n$/)
  })

  test('answers calls that began before the stop, and an idle connection does not delay it', async () => {
    const office = start({ DEMO: 'on' })
    const address = await office.address
    const login = { username: 'user', password: 'rfd-demo' }
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${address}/api/auth/login`, { method: 'POST', headers, body: JSON.stringify(login) })
    const { token } = (await answer.json()) as { token: string }
    const idle = await openSocket(address)
    idle.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await until(() => idle.received().includes('{"status":"ok"}'))

    const body = JSON.stringify({ title: 'Sent in two halves' })
    const started = await openSocket(address)
    started.write(
      `POST /api/requests HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 10)}`,
    )
    // This call is sent later, so once it is answered the server has read the beginning of the first one.
    await fetch(`${address}/api/health`)
    office.child.kill('SIGTERM')
    await once(idle, 'close')
    started.write(body.slice(10))
    await until(() => started.received().includes('Description is required'))
    const { code, output } = await office.ended
    expect(code).toBe(0)
    expect(output).toContain('"route":"/api/requests","status":400')
  })

  test('a call that never ends does not keep it from stopping', async () => {
    const office = start()
    const stuck = await openSocket(await office.address)
    stuck.write(
      'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    )
    await fetch(`${await office.address}/api/health`)
    office.child.kill('SIGTERM')
    expect((await office.ended).code).toBe(0)
  })

  test.skipIf(process.platform === 'win32')('a closed terminal stops it in order', async () => {
    const office = start()
    await office.address
    office.child.kill('SIGHUP')
    expect((await office.ended).code).toBe(0)
  })

  test('a second one on the same data folder ends with one sentence', async () => {
    const first = start()
    await first.address
    const { code, errors, output } = await start().ended
    expect(code).toBe(1)
    expect(errors).toBe(
      `The data folder ${dataDir} is already in use by another running server. Stop that one first.\n`,
    )
    expect(output).toBe('')
  })

  test('a port that is taken, an address that is not here and a bad setting end with one sentence', async () => {
    const port = new URL(await start({ DATA_DIR: join(dataDir, 'first') }).address).port
    const taken = await start({ PORT: port }).ended
    expect(taken).toMatchObject({
      code: 1,
      errors: `127.0.0.1:${port} is in use by another program. Stop it, or choose another PORT.\n`,
      output: '',
    })
    const elsewhere = await start({ HOST: '192.0.2.1' }).ended
    expect(elsewhere).toMatchObject({ code: 1, errors: '192.0.2.1:0 is not an address of this machine. Check HOST.\n' })
    const wrong = await start({ DEMO: 'perhaps' }).ended
    expect(wrong).toMatchObject({ code: 1, errors: 'DEMO must be on or off, not "perhaps".\n' })
  })

  test('bytes that are not HTTP are refused with the error body', async () => {
    const office = start()
    const socket = await openSocket(await office.address)
    socket.write('NONSENSE\r\n\r\n')
    await once(socket, 'close')
    expect(socket.received()).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(socket.received()).toMatch(/\r\ncache-control: no-store\r\n/)
    expect(socket.received()).toMatch(/\r\nx-content-type-options: nosniff\r\n/)
    expect(JSON.parse(socket.received().split('\r\n\r\n')[1] ?? '')).toEqual({
      error: 'This call could not be understood.',
      code: 'bad-input',
    })
  })

  test('who ends the connection in the middle of a call is sent nothing', async () => {
    const office = start()
    const socket = await openSocket(await office.address)
    const head = 'host: localhost\r\ncontent-type: application/json\r\ncontent-length: 100'
    socket.end(`POST /api/auth/login HTTP/1.1\r\n${head}\r\n\r\n{`)
    await once(socket, 'close')
    expect(socket.received()).toBe('')
  })

  test('headers that are too large are refused, and the next call works', async () => {
    const address = await start().address
    const res = await new Promise<number | undefined>((resolve, reject) => {
      const req = request(`${address}/api/health`, { headers: { 'x-much': 'x'.repeat(20_000) } }, (answer) =>
        resolve(answer.resume().statusCode),
      )
      req.on('error', reject).end()
    })
    expect(res).toBe(431)
    expect((await fetch(`${address}/api/health`)).status).toBe(200)
  })
})
