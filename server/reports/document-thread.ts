import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { setPriority } from 'node:os'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { documentAsCsv, documentAsXlsx } from './document-file.ts'
import { documentAsPdf } from './document-pdf.ts'
import type { DocumentTask } from './files.ts'

// On Linux this lowers the calling thread alone; elsewhere it would lower the whole process.
if (process.platform === 'linux') setPriority(10)

const { document, format, path } = workerData as DocumentTask
const hash = createHash('sha256')
let size = 0
const content =
  format === 'pdf'
    ? documentAsPdf(document)
    : Readable.from([format === 'csv' ? documentAsCsv(document) : await documentAsXlsx(document)])
await pipeline(
  content,
  async function* (bytes: AsyncIterable<Uint8Array>) {
    for await (const some of bytes) {
      hash.update(some)
      size += some.length
      yield some
    }
  },
  createWriteStream(path, { mode: 0o600 }),
)
parentPort!.postMessage({ size, checksum: hash.digest('hex') })
