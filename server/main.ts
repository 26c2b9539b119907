import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Compiled code and stripped types are kept for the next start, which then takes two thirds of the time.
// It counts only for what is loaded after it, so everything else is imported from here.
enableCompileCache(join(import.meta.dirname, '..', '.cache', 'compile'))
const { start } = await import('./start.ts')
await start()
