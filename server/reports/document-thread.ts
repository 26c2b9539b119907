import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { documentAsCsv, documentAsXlsx } from './document-file.ts'
import type { DocumentTask } from './files.ts'

// On Linux this lowers the calling thread alone; elsewhere it would lower the whole process.
if (process.platform === 'linux') setPriority(10)

const { document, format, path } = workerData as DocumentTask
const content = format === 'csv' ? documentAsCsv(document) : await documentAsXlsx(document)
writeFileSync(path, content, { mode: 0o600 })
parentPort!.postMessage({ size: content.length, checksum: createHash('sha256').update(content).digest('hex') })
