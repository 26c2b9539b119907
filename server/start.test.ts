import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'

const SCRIPT = `
import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
const loaded = []
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
const { start } = await import(process.env.START)
await start()
writeFileSync(process.env.LOADED, JSON.stringify([...loaded, ...process.moduleLoadList]))
process.exit()
`
/** Whole files are read and written in short-lived threads and processes. */
const FOR_FILES = ['pdfkit', 'fontkit', 'brotli', 'bidi-js', 'exceljs', 'pdfjs-dist', 'mammoth', 'word-extractor']
/** Only needed to check uploaded files. */
const FOR_UPLOADS = ['file-type', 'yauzl']
/** Only needed for files in a bucket. */
const FOR_BUCKETS = '@aws-sdk/client-s3'
/** The framework's default validators; ours replace them. */
const FOR_OTHER_CONTRACTS = ['ajv', '@fastify/fast-json-stringify-compiler']

let loaded: string[]

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'rfd-start-'))
  try {
    const script = join(folder, 'start.mjs')
    const list = join(folder, 'loaded.json')
    writeFileSync(script, SCRIPT)
    const start = new URL('./start.ts', import.meta.url).href
    const office = { DATA_DIR: join(folder, 'data'), DEMO: 'off', PORT: '0', DATABASE_URL: '' }
    execFileSync(process.execPath, [script], { env: { ...process.env, ...office, START: start, LOADED: list } })
    loaded = JSON.parse(readFileSync(list, 'utf8')) as string[]
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a server that starts loads no package that only files or other contracts need: it would stay in memory', () => {
  const packages = new Set(loaded.map((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]))
  expect([...packages]).toContain('fastify')
  const unwanted = [...FOR_FILES, ...FOR_UPLOADS, FOR_BUCKETS, ...FOR_OTHER_CONTRACTS]
  expect(unwanted.filter((name) => packages.has(name))).toEqual([])
})

test('nor the rules by which the assistant and the engine read texts, nor what Node calls other servers with', () => {
  expect(loaded.some((url) => url.endsWith('/assistant/routes.ts'))).toBe(true)
  const rules = loaded.filter((url) => /\/(assistant\/(grammar|reading)|engine\/reasons\/signal)/.test(url))
  expect(rules).toEqual([])
  expect(loaded.filter((name) => name.includes('undici'))).toEqual([])
})
