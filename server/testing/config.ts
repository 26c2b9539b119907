import { rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { TEST_SECRET } from './database.ts'

/** Made by whoever writes into it. */
const DATA_DIR = join(tmpdir(), `rfd-test-data-${process.pid}`)
process.once('exit', () => rmSync(DATA_DIR, { recursive: true, force: true }))

export const TEST_CONFIG: Config = {
  port: 0,
  host: '127.0.0.1',
  dataDir: DATA_DIR,
  databaseUrl: undefined,
  demo: false,
  demoAsked: false,
  demoPassword: 'rfd-demo',
  secretKey: TEST_SECRET,
  publicUrl: undefined,
  trustProxy: undefined,
  metricsToken: undefined,
  // The test clock stands still, so a token bucket would never refill.
  rateLimits: false,
  llm: { baseUrl: undefined, model: undefined, apiKey: undefined },
  bucket: undefined,
  passwordCost: { memory: 8, passes: 1, parallelism: 1 },
}
