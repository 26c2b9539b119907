// Loads everything that the server loads, to fill the compile cache before its first start.
import { globSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './root.mjs'

const load = (file) => import(pathToFileURL(join(root, file)).href)
await load('server/start.ts')
await load('seeds/demo.ts')
// Modules that the server imports lazily.
await load('server/assistant/service.ts')
await load('server/assistant/conversation.ts')
await load('server/assistant/reading/office-vocabulary.ts')
await load('server/documents/uploads/zip-entries.ts')
// Outside its worker or process each of these fails at its first step; by then it is compiled.
const threads = globSync('server/**/*-{thread,worker,main}.ts', { cwd: root })
await Promise.allSettled(threads.map(load))
flushCompileCache()
process.exit()
