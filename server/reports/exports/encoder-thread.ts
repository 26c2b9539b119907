import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { contentOf } from './content.ts'
import type { EncoderAnswer, EncoderCall, EncoderTask } from './encoder.ts'

const task = workerData as EncoderTask
/** One chunk at a time, as back-pressure for the reader of the rows. */
const chunks = new PassThrough({ objectMode: true, highWaterMark: 1 })
const hash = createHash('sha256')
let size = 0
const written = pipeline(
  await contentOf(task, chunks),
  async function* (bytes: AsyncIterable<Uint8Array | string>) {
    for await (const some of bytes) {
      const content = Buffer.from(some as string)
      hash.update(content)
      size += content.length
      yield content
    }
  },
  createWriteStream(task.path, { mode: 0o600 }),
)

// The next call awaits `written` and reports its error.
written.catch(() => chunks.destroy())

parentPort!.on('message', (call: EncoderCall) => {
  answer(call).then(
    (reply) => parentPort!.postMessage(reply),
    // System errors have a code.
    (error: NodeJS.ErrnoException) =>
      parentPort!.postMessage({ error: String(error), code: error.code } satisfies EncoderAnswer),
  )
})

async function answer({ rows }: EncoderCall): Promise<EncoderAnswer> {
  if (rows) {
    const accepted = chunks.write(rows) || new Promise<void>((resolve) => chunks.once('drain', resolve))
    await Promise.race([accepted, written])
    return {}
  }
  chunks.end()
  await written
  return { file: { size, checksum: hash.digest('hex') } }
}
