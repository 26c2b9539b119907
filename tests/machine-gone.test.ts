import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RequestList } from '../shared/request-list.ts'
import { BACKUP_KEY, backUpOffice, buildPlaces, fillOffice, type TestPlace } from '../server/testing/backup-offices.ts'
import { CAST_PASSWORD } from '../server/testing/cast.ts'

/** The command lines of docs/machine-gone.md, run word for word. Only the values of its `export` lines are our own. */
const ROOT = join(import.meta.dirname, '..')
const PAGE = readFileSync(join(ROOT, 'docs', 'machine-gone.md'), 'utf8')
const PASSPHRASE = 'seven small words of the passphrase'

const { top, place, removeAll } = buildPlaces('rfd-machine-gone-')
let office: TestPlace
beforeAll(async () => {
  office = await place('sqlite')
  await fillOffice(office)
})
afterAll(removeAll)

/** The fenced lines below a heading. */
function linesBelow(heading: string): string[] {
  const section = PAGE.split(/^(?=#{2,3} )/m).find((part) => part.startsWith(`${heading}\n`))
  if (section === undefined) throw new Error(`The page has no “${heading}”`)
  const lines = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block]) => block!.trimEnd().split('\n'))
  if (lines.length === 0) throw new Error(`“${heading}” has no command`)
  return lines
}

const isExport = (line: string) => line.startsWith('export ')
const commandOf = (heading: string) =>
  linesBelow(heading)
    .filter((line) => !isExport(line))
    .join('\n')
const namesIn = (heading: string) =>
  linesBelow(heading)
    .filter(isExport)
    .map((line) => /^export ([A-Z_]+)=./.exec(line)![1]!)

/** Exactly the variables that the page has people set. */
function environmentOf(values: Record<string, string>): NodeJS.ProcessEnv {
  const names = [
    ...namesIn('## 2. Say where everything is'),
    ...namesIn('### An identity file instead of a passphrase'),
  ]
  const { PATH, HOME } = process.env
  expect(names).toEqual(expect.arrayContaining(Object.keys(values)))
  return { PATH, HOME, ...values }
}

function run(command: string, env: NodeJS.ProcessEnv) {
  const { status, stdout, stderr } = spawnSync('sh', ['-ec', command], { cwd: ROOT, env, encoding: 'utf8' })
  // npm writes the command before what it says.
  const lines = stdout.split('\n').filter((line) => line !== '' && !line.startsWith('> '))
  return {
    status,
    first: lines[0],
    last: lines.at(-1),
    stderr: stderr
      .split('\n')
      .filter((line) => !line.startsWith('npm '))
      .join('\n')
      .trim(),
  }
}

/** Nothing but the backup and what opens it has come to the new machine. */
async function newMachine(engine: 'sqlite' | 'postgres', backup: string) {
  const { DATA_DIR, DATABASE_URL } = await place(engine)
  const BACKUP = join(top, `${engine}.rfd`)
  copyFileSync(backup, BACKUP)
  return { BACKUP, DATA_DIR, PORT: '0', ...(DATABASE_URL && { DATABASE_URL }) }
}

test.for(['sqlite', 'postgres'] as const)(
  'the steps lead from a bare machine to a running office on %s',
  async (engine, { skip }) => {
    if (engine === 'postgres' && !process.env.TEST_DATABASE_URL) skip('There is no PostgreSQL')
    const machine = await newMachine(engine, await backUpOffice(office, top, { passphrase: PASSPHRASE }))
    const env = environmentOf({ ...machine, BACKUP_PASSPHRASE: PASSPHRASE })
    expect(run(commandOf('## 3. Restore'), env)).toMatchObject({
      status: 0,
      last: expect.stringMatching(/^Restored: 4 requests, 0 documents, \d+ audit entries\.$/),
    })
    expect(run(commandOf('## 4. Check'), env)).toMatchObject({ status: 0, first: expect.stringMatching(/^Intact:/) })
    const server = spawn('sh', ['-ec', commandOf('## 5. Start')], { cwd: ROOT, env, detached: true })
    try {
      const url = await addressOf(server)
      const signIn = { username: 'ada', password: CAST_PASSWORD }
      const { token } = await json<{ token: string }>(`${url}/api/auth/login`, {
        body: JSON.stringify(signIn),
        method: 'POST',
      })
      const list = await json<RequestList>(`${url}/api/requests?limit=10`, {
        headers: { authorization: `Bearer ${token}` },
      })
      expect(list.total).toBe(4)
    } finally {
      process.kill(-server.pid!, 'SIGTERM')
      await once(server, 'close')
    }
  },
)

/** Opening one with a passphrase takes a second each time. */
async function machineWithIdentity() {
  const identity = await generateIdentity()
  const IDENTITY = join(top, 'identity.txt')
  writeFileSync(IDENTITY, `# made by age-keygen\n${identity}\n`)
  const recipient = await identityToRecipient(identity)
  return { ...(await newMachine('sqlite', await backUpOffice(office, top, { recipient }))), IDENTITY }
}

test('an identity file opens what was made for its recipient', async () => {
  const env = environmentOf(await machineWithIdentity())
  const restored = run(commandOf('### An identity file instead of a passphrase'), env)
  expect(restored).toMatchObject({ status: 0, last: expect.stringMatching(/^Restored: 4 /) })
})

test('a file without the key is restored only when that is wanted, and says what is lost', async () => {
  const machine = await newMachine('sqlite', await backUpOffice(office, top))
  const env = environmentOf(machine)
  const refused = run(commandOf('## 3. Restore'), env)
  expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining('carries no key') })
  expect(run(commandOf('### The key of a file that is not encrypted'), env)).toMatchObject({
    status: 0,
    last: expect.stringMatching(/^Restored: 4 /),
  })
  expect(run(commandOf('## 4. Check'), env)).toMatchObject({ status: 0, first: expect.stringMatching(/^Intact:/) })
  const { DATA_DIR } = await place('sqlite')
  // With the key of the old machine it is the whole office.
  expect(run(commandOf('## 3. Restore'), { ...env, DATA_DIR, SECRET_KEY: BACKUP_KEY })).toMatchObject({
    status: 0,
    last: expect.stringMatching(/^Restored: 4 /),
  })
})

test('what the page quotes is what the command says', async () => {
  const machine = await machineWithIdentity()
  const env = environmentOf(machine)
  const damaged = join(top, 'damaged.rfd')
  writeFileSync(damaged, readFileSync(await backUpOffice(office, top)).subarray(0, 5000))
  const [plain, withIdentity] = ['## 3. Restore', '### An identity file instead of a passphrase']
  const faults: [heading: string, Record<string, string>][] = [
    [plain, {}],
    [plain, { BACKUP_PASSPHRASE: 'a passphrase of another file' }],
    [plain, { BACKUP: damaged }],
    [withIdentity, { SECRET_KEY: 'another key of thirty-two letters' }],
    [plain, { DATA_DIR: office.DATA_DIR }],
  ]
  for (const [heading, fault] of faults) {
    const { status, stderr } = run(commandOf(heading), { ...env, ...fault })
    expect(status).not.toBe(0)
    expect(PAGE).toContain(`\`${stderr.replace(office.DATA_DIR, '…')}\``)
  }
  // Each row of the table is one of them.
  expect(PAGE.match(/^\| `/gm)).toHaveLength(faults.length)
})

function addressOf(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = ''
    server.stdout!.on('data', (chunk: Buffer) => {
      printed += String(chunk)
      const address = /running at (http:\S+)/.exec(printed)?.[1]
      if (address) resolve(address)
    })
    server.once('exit', () => reject(new Error(`The server ended: ${printed}`)))
  })
}

async function json<T>(url: string, init: RequestInit): Promise<T> {
  const answer = await fetch(url, { ...init, headers: { 'content-type': 'application/json', ...init.headers } })
  expect(answer.status).toBe(200)
  return (await answer.json()) as T
}
