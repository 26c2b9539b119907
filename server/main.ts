import { enableCompileCache } from 'node:module'
import { COMPILED } from './compile-cache.ts'

// For a start without the launcher. Only affects modules loaded afterwards, so everything else is imported dynamically;
// threads read it from the environment.
enableCompileCache(COMPILED)
process.env.NODE_COMPILE_CACHE ??= COMPILED
const { start } = await import('./start.ts')
await start()
