import type { Config } from '../config.ts'
import { TEST_SECRET } from './database.ts'

export const TEST_CONFIG: Config = {
  port: 0,
  host: '127.0.0.1',
  dataDir: '',
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
