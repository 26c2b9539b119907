import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Client, clientOf, signIn } from '../../bench/client.ts'
import { type ServerProcess, startServer } from '../../bench/server-process.ts'
import { freePort, type PostgresServer } from '../../server/testing/postgres-server.ts'
import type { StoredNoticePreferences } from '../../shared/notices.ts'
import type { Where } from './backups-office.ts'
import { isAllSent, letTimePass, mailProblems, mostAtOnce, type Promised } from './mail-check.ts'
import { mailReceiver, type Moment, MOMENTS } from './mail-receiver.ts'

const PASSWORD = 'rfd-demo'
/** Each comments once in a life of the server: more of one person within a minute would be bundled. */
const AUTHORS = ['manager', 'samuel', 'ravi', 'huda', 'user']
/** Gets each mail on its own. */
const AT_ONCE = { username: 'elena', address: 'elena.marku@customs.example' }
/** Gets every hour what has gathered. */
const HOURLY = { username: 'daniel', address: 'daniel.petrov@customs.example' }
const INVITATIONS = 2
/** A digest, which often waits behind the mails at which the server is killed, shows fifty comments. */
const KILLS_PER_DIGEST = 8
const WRITING_MS = 400
/** A kill in the queue comes by then. */
const QUEUE_MS = 2500
const SENDING_MS = 20_000
const MOST_SPARED = 3
const QUIET_MS = 4000
const MAX_STARTS = 10

/** `queue`: whatever the mail is doing. */
type Killed = Moment | 'queue'

interface MailOutcome {
  kills: Record<Killed, number>
  /** acknowledged comments and invitations, each of which is told by mail */
  acknowledged: number
  /** mails, each with its Message-ID */
  mails: number
  /** mails that came again */
  repetitions: number
  /** by one kill at most */
  mostAtOnce: number
  problems: string[]
}

type Receiver = Awaited<ReturnType<typeof mailReceiver>>

interface Office {
  client: Client
  tokens: Map<string, string>
  /** the request of each author */
  requests: Map<string, string>
  promised: Promised
}

/**
 * Kills the real server between the moment at which mail is queued and the moment at which the SMTP server has acknowledged
 * it, while people write what is told by mail. Whatever was acknowledged must arrive, and be repeated at most once a kill,
 * under the same Message-ID.
 */
export async function runMailKills(
  { kills, postgres }: { kills: number; postgres?: PostgresServer },
  onProgress: (line: string) => void = () => {},
): Promise<MailOutcome> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rfd-mail-kills-'))
  const where = { dataDir, databaseUrl: postgres?.url }
  const receiver = await mailReceiver()
  const outcome: MailOutcome = {
    kills: { queue: 0, data: 0, unacknowledged: 0, acknowledged: 0 },
    acknowledged: 0,
    mails: 0,
    repetitions: 0,
    mostAtOnce: 0,
    problems: [],
  }
  const port = await freePort()
  const environment = {
    DATA_DIR: dataDir,
    DEMO: 'on',
    DEMO_PASSWORD: PASSWORD,
    RATE_LIMITS: 'off',
    PORT: `${port}`,
    // Invitations carry links.
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    ...(postgres && { DATABASE_URL: postgres.url }),
  }
  const start = () => startServer(environment)
  const promised: Promised = new Map()
  let server: ServerProcess | undefined
  let people: Pick<Office, 'tokens' | 'requests'> | undefined
  try {
    for (let kill = 0; kill < kills; kill++) {
      server = await start()
      const client = clientOf(server.url)
      people ??= await open(client, receiver.port)
      const moment: Killed = kill % 4 === 0 ? 'queue' : MOMENTS[(kill % 4) - 1]!
      const writing = write({ client, promised, ...people })
      const [killed] = await Promise.all([killAt(moment, server, receiver), writing])
      server = undefined
      outcome.kills[killed]++
      client.close()
      await letTimePass(where)
      if ((kill + 1) % KILLS_PER_DIGEST === 0) await sendTheRest(where, start, receiver)
      onProgress(
        `kill ${kill + 1} (${killed}): ${promised.size} acknowledged, ${receiver.copies.length} mails accepted`,
      )
    }
    await sendTheRest(where, start, receiver)
    const { copies } = receiver
    outcome.acknowledged = promised.size
    outcome.mails = new Set(copies.map(({ messageId }) => messageId)).size
    outcome.repetitions = copies.length - outcome.mails
    outcome.mostAtOnce = mostAtOnce(copies)
    outcome.problems.push(...(await mailProblems(where, copies, promised)))
  } finally {
    await server?.kill()
    await receiver.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return outcome
}

/** Sets up mail and who gets it how. */
async function open(client: Client, port: number): Promise<Pick<Office, 'tokens' | 'requests'>> {
  const tokens = new Map<string, string>()
  for (const name of ['admin', ...AUTHORS, HOURLY.username]) tokens.set(name, await signIn(client, name, PASSWORD))
  const smtp = { host: '127.0.0.1', port, security: 'none', sender: 'rfd@office.example' }
  await call(client, tokens.get('admin'), 'PUT', '/api/settings/email', smtp)
  const path = '/api/profile/notices'
  const preferences = await call<StoredNoticePreferences>(client, tokens.get(HOURLY.username), 'GET', path)
  await call(client, tokens.get(HOURLY.username), 'PUT', path, { ...preferences, digest: 'hourly' })
  const requests = new Map<string, string>()
  for (const name of AUTHORS) {
    const body = {
      title: `Mail of ${name}`,
      description: 'Its discussion is told by mail.',
      department: 'it',
      priority: 'low',
      dueDate: '2030-05-17',
    }
    requests.set(name, (await call<{ id: string }>(client, tokens.get(name), 'POST', '/api/requests', body)).id)
  }
  return { tokens, requests }
}

/** Every author comments, and an administrator invites people, at random times until the server is killed. */
async function write({ client, tokens, requests, promised }: Office): Promise<void> {
  const comment = async (name: string) => {
    await pause(Math.random() * WRITING_MS)
    const marker = randomUUID()
    const path = `/api/requests/${requests.get(name)}/comments`
    await call(client, tokens.get(name), 'POST', path, {
      comment: `@${AT_ONCE.username} @${HOURLY.username} ${marker}`,
    })
    promised.set(marker, [AT_ONCE.address, HOURLY.address])
  }
  const invite = async () => {
    await pause(Math.random() * WRITING_MS)
    const username = `new-${randomUUID().slice(0, 8)}`
    const email = `${username}@customs.example`
    const person = { fullName: 'Nora New', username, email, role: 'user' }
    await call(client, tokens.get('admin'), 'POST', '/api/people', person)
    promised.set(username, [email])
  }
  const all = [...AUTHORS.map(comment), ...Array.from({ length: INVITATIONS }, invite)]
  for (const { status, reason } of (await Promise.allSettled(all)) as PromiseRejectedResult[]) {
    if (status === 'rejected' && reason instanceof Refused) throw reason
  }
}

/** @returns at which moment it was killed: mail that does not come in time is killed in the queue */
async function killAt(moment: Killed, server: ServerProcess, receiver: Receiver): Promise<Killed> {
  if (moment === 'queue') {
    receiver.beginLife()
    await pause(Math.random() * QUEUE_MS)
    await server.kill()
    return moment
  }
  let isSprung = false
  const sprung = new Promise<void>((resolve) => {
    const spring = () => {
      isSprung = true
      void server.kill().then(resolve)
    }
    receiver.beginLife({ moment, spared: Math.floor(Math.random() * (MOST_SPARED + 1)), spring })
  })
  await Promise.race([sprung, pause(SENDING_MS)])
  await server.kill()
  return isSprung ? moment : 'queue'
}

/** The killed server's mail is sent by the next ones, which are left alone. */
async function sendTheRest(where: Where, start: () => Promise<ServerProcess>, receiver: Receiver): Promise<void> {
  for (let starts = 0; starts < MAX_STARTS && !(await isAllSent(where)); starts++) {
    receiver.beginLife()
    const server = await start()
    await untilQuiet(receiver.copies)
    await server.stop()
    await letTimePass(where)
  }
}

async function untilQuiet(copies: readonly unknown[]): Promise<void> {
  for (let seen = -1; seen < copies.length;) {
    seen = copies.length
    await pause(QUIET_MS)
  }
}

/** Distinguishes a refused call from an unanswered one. */
class Refused extends Error {}

async function call<T>(
  client: Client,
  token: string | undefined,
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  body?: object,
): Promise<T> {
  const headers: Record<string, string> = method === 'POST' ? { 'idempotency-key': randomUUID() } : {}
  const { status, text } = await client.send({ method, path, token, headers, body })
  if (status >= 300) throw new Refused(`${method} ${path} answered ${status}: ${text}`)
  return JSON.parse(text) as T
}
