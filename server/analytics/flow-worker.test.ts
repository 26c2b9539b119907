import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

const SCRIPT = `
import { registerHooks } from 'node:module'
const loaded = []
registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
await import('./snapshot-flow-office.ts')
console.log(JSON.stringify(loaded))
`

/** Formats the labels of statuses, which share a module with their rules: 5 to 12 ms. */
const TEXTS = /\/node_modules\/(?:intl-messageformat|@formatjs)\//

test('the thread that computes loads no packages but that of texts: the first question waits for what it loads', () => {
  const args = ['--input-type=module', '--eval', SCRIPT]
  const printed = execFileSync(process.execPath, args, { cwd: import.meta.dirname, encoding: 'utf8' })
  const loaded = JSON.parse(printed) as string[]
  expect(loaded.some((url) => url.endsWith('/engine/flow/flow.ts'))).toBe(true)
  expect(loaded.filter((url) => url.includes('/node_modules/') && !TEXTS.test(url))).toEqual([])
})
