import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Client, clientOf, signIn } from '../../bench/client.ts'
import { type ServerProcess, startServer } from '../../bench/server-process.ts'
import type { PostgresServer } from '../../server/testing/postgres-server.ts'
import { checkDatabase } from './check.ts'
import { emptyLedger } from './ledger.ts'
import { settle, type Writer, writeOn } from './writer.ts'

const PASSWORD = 'rfd-demo'
/** Eight accounts of the demo office; all but the last may edit. */
const WRITERS = ['admin', 'manager', 'samuel', 'ravi', 'huda', 'daniel', 'elena', 'user']

export interface Outcome {
  kills: number
  acknowledged: number
  /** number of kills that hit the database instead of the server */
  crashes: number
  /** interrupted calls that were settled afterwards */
  interrupted: number
  problems: string[]
}

interface Wanted {
  kills: number
  roundMs: [shortest: number, longest: number]
  fewest: number
  /** an empty one; with a single server, every other kill hits this database, which the server must survive */
  postgres?: PostgresServer
  /** number of servers on that database: each kill hits a random one, and the others continue */
  processes?: number
}

interface Running {
  server: ServerProcess
  client: Client
}

/**
 * Eight users write to the real server, which is killed, checked, restarted and settled again and again. A round takes a random
 * time, and longer until `fewest` of its writes are acknowledged. Stops at the first round with a problem.
 * @param onProgress receives a line about each round
 */
export async function runDurability(
  { kills, roundMs, fewest, postgres, processes = 1 }: Wanted,
  onProgress: (line: string) => void = () => {},
): Promise<Outcome> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rfd-durability-'))
  const databaseUrl = postgres?.url
  const outcome: Outcome = { kills: 0, crashes: 0, acknowledged: 0, interrupted: 0, problems: [] }
  const running: Running[] = []
  const writers: Writer[] = WRITERS.map((name) => ({
    name,
    token: '',
    mayEdit: name !== 'user',
    ledger: emptyLedger(),
  }))
  const acknowledged = () => writers.reduce((sum, { ledger }) => sum + ledger.acknowledged, 0)
  /** Each writer always uses the same server. */
  const perWriter = <T>(work: (client: Client, writer: Writer) => Promise<T>) =>
    Promise.all(writers.map((writer, i) => work(running[i % processes]!.client, writer)))
  try {
    while (outcome.kills < kills && outcome.problems.length === 0) {
      while (running.length < processes) running.push(await open(dataDir, databaseUrl))
      // Signed in once: sessions must survive every kill, too.
      for (const writer of writers) writer.token ||= await signIn(running[0]!.client, writer.name, PASSWORD)
      outcome.interrupted += writers.reduce((sum, { ledger }) => sum + ledger.open.length, 0)
      await perWriter(settle)

      const [shortest, longest] = roundMs
      const enough = acknowledged() + fewest
      let isOver = false
      const round = async () => {
        await pause(shortest + Math.random() * (longest - shortest))
        while (acknowledged() < enough && !isOver) await pause(5)
      }
      // Writers of a surviving server are stopped only after the kill.
      let isKilled = false
      const writing = perWriter((client, writer) => writeOn(client, writer, () => !isKilled))
      // A refused call ends the run at once instead of after the pause.
      await Promise.race([round(), writing]).finally(() => (isOver = true))
      if (postgres && processes === 1 && outcome.kills % 2 === 1) {
        postgres.crash()
        outcome.crashes++
        await writing
        postgres.start()
        outcome.problems.push(...(await waitUntilReady(running[0]!.client)))
      } else {
        const [victim] = running.splice(Math.floor(Math.random() * running.length), 1)
        await victim!.server.kill()
        victim!.client.close()
        isKilled = true
        await writing
      }
      outcome.kills++

      outcome.acknowledged = acknowledged()
      outcome.problems.push(...(await checkDatabase({ dataDir, databaseUrl }, ledgersBefore(writers))))
      onProgress(
        `kill ${outcome.kills}: ${outcome.acknowledged} writes acknowledged, ${outcome.problems.length} problems`,
      )
    }
  } finally {
    for (const { server, client } of running) {
      client.close()
      await server.kill()
    }
    rmSync(dataDir, { recursive: true, force: true })
  }
  return outcome
}

async function open(dataDir: string, databaseUrl: string | undefined): Promise<Running> {
  const server = await startServer({
    DATA_DIR: dataDir,
    DEMO: 'on',
    DEMO_PASSWORD: PASSWORD,
    RATE_LIMITS: 'off',
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  })
  return { server, client: clientOf(server.url, WRITERS.length) }
}

/** With its database back the server must recover by itself. */
async function waitUntilReady(client: Client): Promise<string[]> {
  const giveUpAt = performance.now() + 15_000
  for (;;) {
    const { status, text } = await client.send({ path: '/api/ready' })
    if (status === 200) return []
    if (status !== 503) return [`Without its database the server answered ${status}: ${text}`]
    if (performance.now() > giveUpAt) return ['The server did not come back to its database']
    await pause(20)
  }
}

/** Open calls may have been stored: their requests are checked after they are settled, at the next start. */
export function ledgersBefore(all: Writer[]) {
  return all.map(({ ledger }) => {
    const unsure = new Set(ledger.open.flatMap((open) => ('on' in open && open.kind !== 'comment' ? [open.on] : [])))
    return { ...ledger, requests: ledger.requests.filter((entry) => !unsure.has(entry)) }
  })
}
