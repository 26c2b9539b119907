// Loads everything that the server loads, so that its first start, too, finds it compiled.
import { globSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './root.mjs'

const load = (file) => import(pathToFileURL(join(root, file)).href)
await load('server/start.ts')
await load('seeds/demo.ts')
// What a call loads when it is first needed.
await load('server/assistant/service.ts')
await load('server/uploads/zip-entries.ts')
// Outside its thread or process each of these fails at its first step; by then it is compiled.
const threads = globSync('server/**/*-{thread,worker,main}.ts', { cwd: root })
await Promise.allSettled(threads.map(load))
flushCompileCache()
process.exit()
