import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { NewRequest, RequestPatch, ServiceRequest } from '../../shared/requests.ts'
import type { SignIn } from '../../shared/users.ts'

export type Role = 'user' | 'manager' | 'admin'
export const PASSWORD = 'rfd-demo'

/** A running server with a separate demo office in a temporary folder. */
export interface Office {
  url: string
  /** the server's output so far */
  output(): string
  /** The stored session of a role, or a new one once that has ended. */
  signIn(role: Role): Promise<SignIn>
  /** A session of its own, as of another browser. */
  signInAnew(role: Role): Promise<SignIn>
  createRequest(signedIn: SignIn, request?: Partial<NewRequest>): Promise<ServiceRequest>
  editRequest(signedIn: SignIn, id: string, patch: Partial<RequestPatch>): Promise<ServiceRequest>
  close(): Promise<void>
}

export interface OfficeOptions {
  /** a free one when left out */
  port?: number
  /** for Node itself, before the script */
  nodeArguments?: string[]
  environment?: Record<string, string>
}

export async function openOffice({
  port: fixedPort,
  nodeArguments = [],
  environment,
}: OfficeOptions = {}): Promise<Office> {
  const dataDir = await mkdtemp(join(tmpdir(), 'rfd-browser-'))
  const port = fixedPort ?? (await freePort())
  const url = `http://127.0.0.1:${port}`
  const demo = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, DEMO: 'on', DATABASE_URL: '' }
  const server = spawn(process.execPath, [...nodeArguments, 'server/main.ts'], {
    env: { ...process.env, ...demo, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output: string[] = []
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => output.push(String(chunk)))
  try {
    await answers(`${url}/api/ready`, server)
  } catch (error) {
    await stop(server)
    throw new Error(`The office did not open:\n${output.join('')}`, { cause: error })
  }

  async function call<T>(method: string, path: string, body: unknown, token?: string): Promise<T> {
    const res = await fetch(url + path, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    })
    if (!res.ok) throw new Error(`${method} ${path}: ${res.status} ${await res.text()}`)
    // Unchecked: the API suite tests the answers' shapes; here they only provide ids.
    return (await res.json()) as T
  }

  const signInAnew = (role: Role) =>
    call<SignIn>('POST', '/api/auth/login', { username: role, password: PASSWORD }, undefined)
  /** Signing in is slow on purpose, so the tests of a worker share a session per role. */
  const stored = new Map<Role, SignIn>()
  const lasts = async ({ token }: SignIn) =>
    (await fetch(`${url}/api/auth/validate`, { headers: { authorization: `Bearer ${token}` } })).ok

  return {
    url,
    output: () => output.join(''),
    async signIn(role) {
      const known = stored.get(role)
      if (known && (await lasts(known))) return known
      const session = await signInAnew(role)
      stored.set(role, session)
      return session
    },
    signInAnew,
    createRequest: ({ token }, request = {}) => call('POST', '/api/requests', { ...draft(), ...request }, token),
    editRequest: ({ token }, id, patch) => call('PATCH', `/api/requests/${id}`, patch, token),
    async close() {
      await stop(server)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function draft(): NewRequest {
  return {
    title: `Print the seal number on the gate pass ${crypto.randomUUID().slice(0, 8)}`,
    description: 'Gate officers copy it by hand today, and one in forty is wrong.',
    department: 'operations',
    priority: 'medium',
    dueDate: '2031-03-31',
  }
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

async function answers(url: string, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 3000; tries++) {
    if (server.exitCode !== null) throw new Error(`It ended with code ${server.exitCode}.`)
    const ready = await fetch(url).then(
      (res) => res.ok,
      () => false,
    )
    if (ready) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('It did not answer within five minutes.')
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  const impatient = setTimeout(() => server.kill('SIGKILL'), 10_000)
  await ended
  clearTimeout(impatient)
}
