import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** A retained call keeps its headers, response and closures: about 3 kB here. */
const MAX_RETAINED_BYTES_PER_CALL = 2000

test('a completed call is freed by the next collection of the young generation', async () => {
  // In a process of its own: the test runner's hooks retain what runs under them.
  const script = fileURLToPath(new URL('../../testing/retained-bytes.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script])
  const retained = Number(stdout.trim().split('\n').at(-1))
  expect(retained).not.toBeNaN()
  expect(retained).toBeLessThan(MAX_RETAINED_BYTES_PER_CALL)
})
