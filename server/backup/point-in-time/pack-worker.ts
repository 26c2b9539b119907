import { readFile } from 'node:fs/promises'
import { parentPort } from 'node:worker_threads'
import { locked } from '../lock.ts'
import { packed, streamOf } from './objects.ts'
import { readPiece } from './piece.ts'

/** A piece of the log to pack, or a text to seal with a passphrase. */
export type PackJob = { path: string; recipient: string | undefined } | { text: string; passphrase: string }

parentPort!.on('message', (job: PackJob) => {
  void ('path' in job ? pack(job.path, job.recipient) : sealed(job.text, job.passphrase)).then(
    (bytes) => parentPort!.postMessage({ bytes }),
    (error: unknown) => parentPort!.postMessage({ error: String(error) }),
  )
})

async function pack(path: string, recipient: string | undefined): Promise<Buffer> {
  const bytes = await readFile(path)
  // A piece that was not written as it is in the log must not be called copied.
  readPiece(bytes)
  return Buffer.concat((await (await packed(streamOf(bytes), recipient)).toArray()) as Buffer[])
}

async function sealed(text: string, passphrase: string): Promise<Buffer> {
  return Buffer.concat((await (await locked(streamOf(text), { passphrase })).toArray()) as Buffer[])
}
