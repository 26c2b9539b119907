import { createReadStream, createWriteStream } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { pipeline } from 'node:stream/promises'
import { hashing } from '../hashing.ts'
import { packed } from './objects.ts'

// A process of its own: reading the file of an open database and closing it would drop SQLite's locks in the server.
const [, , file, to, recipient] = process.argv as [string, string, string, string, string?]
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
const { stream, sha256 } = hashing()
const content = createReadStream(file, { highWaterMark: 1024 * 1024 })
content.on('error', (error) => stream.destroy(error))
const copy = await packed(content.pipe(stream), recipient || undefined)
await pipeline(copy, createWriteStream(to, { flags: 'w', mode: 0o600, flush: true }))
process.send?.({ sha256: sha256() }, () => process.disconnect?.())
