import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const SCRIPT = `
import { registerHooks } from 'node:module'
const loaded = []
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
await import('./start.ts')
console.log(JSON.stringify(loaded))
`
/** They write or read whole files, in threads and processes of their own that end afterwards. */
const FOR_FILES = ['pdfkit', 'fontkit', 'brotli', 'bidi-js', 'exceljs', 'pdfjs-dist', 'mammoth', 'word-extractor']
/** Only an office that keeps its files in a bucket needs it. */
const FOR_BUCKETS = '@aws-sdk/client-s3'

test('a server that starts loads nothing that only files need: it would stay in memory', () => {
  const args = ['--input-type=module', '--eval', SCRIPT]
  const printed = execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8' })
  const loaded = JSON.parse(printed) as string[]
  const packages = new Set(loaded.map((url) => /\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1]))
  expect([...packages]).toContain('fastify')
  expect([...FOR_FILES, FOR_BUCKETS].filter((name) => packages.has(name))).toEqual([])
})
