import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Client, clientOf, signIn } from '../../bench/client.ts'
import { type ServerProcess, startServer } from '../../bench/server-process.ts'
import type { Backup, Backups, BackupStatus, PointInTimeStatus } from '../../shared/backups.ts'

const COMMAND = join(import.meta.dirname, '..', '..', 'server', 'backup-command.ts')
const PASSWORD = 'rfd-demo'
const PATIENCE_MS = 300_000

export interface Where {
  dataDir: string
  databaseUrl: string | undefined
}

/** A demo office whose administrator makes backups. */
export class BackupOffice {
  readonly client: Client
  readonly #server: ServerProcess
  readonly #token: string

  private constructor(server: ServerProcess, client: Client, token: string) {
    this.#server = server
    this.client = client
    this.#token = token
  }

  static async open(where: Where): Promise<BackupOffice> {
    const server = await startServer({
      ...environmentOf(where),
      DEMO: 'on',
      DEMO_PASSWORD: PASSWORD,
      RATE_LIMITS: 'off',
    })
    const client = clientOf(server.url)
    return new BackupOffice(server, client, await signIn(client, 'admin', PASSWORD))
  }

  signIn(name: string): Promise<string> {
    return signIn(this.client, name, PASSWORD)
  }

  async kill(): Promise<void> {
    await this.#server.kill()
    this.client.close()
  }

  /** Kills the processes that the server runs for a backup. @returns whether there was one */
  killCommands(): boolean {
    const { pid } = this.#server
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
    const commands = children.filter((child) =>
      readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('backup-command'),
    )
    for (const command of commands) process.kill(command, 'SIGKILL')
    return commands.length > 0
  }

  /** Begins a backup, or a proof of an earlier one. @returns its id */
  async begin(provenAgain?: string): Promise<string> {
    const path = provenAgain === undefined ? '/api/backups' : `/api/backups/${provenAgain}/verify`
    const { status, text } = await this.client.send({ method: 'POST', path, token: this.#token })
    if (status !== 202) throw new Error(`${path} answered ${status}: ${text}`)
    return provenAgain ?? (JSON.parse(text) as { id: string }).id
  }

  /** Turns point in time on, and waits until the first copy of the database is stored. */
  async copyEveryChange(): Promise<void> {
    const change = { method: 'PUT', path: '/api/settings/backup', body: { pointInTime: true } } as const
    const { status, text } = await this.client.send({ ...change, token: this.#token })
    if (status !== 200) throw new Error(`Point in time was answered ${status}: ${text}`)
    await this.#untilPointInTime(({ from }) => from !== null)
  }

  /** Waits until what was committed before an instant is copied. */
  async untilCopied(at: number): Promise<void> {
    await this.#untilPointInTime(({ until }) => until !== null && Date.parse(until) >= at)
  }

  async #untilPointInTime(isReached: (status: PointInTimeStatus) => boolean): Promise<void> {
    for (const giveUpAt = performance.now() + PATIENCE_MS; ; await pause(50)) {
      const { text } = await this.client.send({ path: '/api/backups/status', token: this.#token })
      const { pointInTime } = JSON.parse(text) as BackupStatus
      if (pointInTime && isReached(pointInTime)) return
      if (performance.now() > giveUpAt) throw new Error(`Point in time has come to ${JSON.stringify(pointInTime)}`)
    }
  }

  async list(): Promise<Backup[]> {
    const all: Backup[] = []
    for (let page = 1; ; page++) {
      const { status, text } = await this.client.send({
        path: `/api/backups?limit=100&page=${page}`,
        token: this.#token,
      })
      if (status !== 200) throw new Error(`The list of backups answered ${status}: ${text}`)
      const { backups, total } = JSON.parse(text) as Backups
      all.push(...backups)
      if (all.length >= total || backups.length === 0) return all
    }
  }

  async untilEnded(id: string, patienceMs = PATIENCE_MS): Promise<Backup> {
    for (const giveUpAt = performance.now() + patienceMs; ; await pause(20)) {
      const match = (await this.list()).find((backup) => backup.id === id)
      if (match && !isUnderWay(match)) return match
      if (performance.now() > giveUpAt)
        throw new Error(`A backup is ${match?.state ?? 'not listed'} after ${patienceMs} ms`)
    }
  }
}

export function isUnderWay({ state }: Backup): boolean {
  return state === 'queued' || state === 'running'
}

/** `npm run backup` and its like, in a process that can be killed. */
export function startCommand(where: Where, words: string[]) {
  const env = { ...process.env, NODE_NO_WARNINGS: '1', ...environmentOf(where) }
  const child = spawn(process.execPath, [COMMAND, ...words], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  return { kill: () => child.kill('SIGKILL'), ended: endOf(child) }
}

/** `code` is null for a killed one. */
async function endOf(child: ChildProcess): Promise<{ code: number | null; said: string }> {
  let output = ''
  child.stderr!.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, said: output.trim() }
}

function environmentOf({ dataDir, databaseUrl }: Where): Record<string, string> {
  return { DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '', SECRET_KEY: '', BACKUP_PASSPHRASE: '' }
}
