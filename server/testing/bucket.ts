import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { BucketSettings } from '../platform/files/bucket-client.ts'

/** A real S3 server on loopback with one empty bucket, and its settings. */
export async function startBucketServer(): Promise<{ settings: BucketSettings; stop(): Promise<void> }> {
  const directory = mkdtempSync(join(tmpdir(), 'rfd-bucket-'))
  const configureBuckets = [{ name: 'rfd', configs: [] }]
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets })
  const { port } = await server.run()
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  return {
    settings: { bucket: 'rfd', region: 'us-east-1', endpoint: `http://127.0.0.1:${port}`, credentials },
    stop: async () => {
      await server.close()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
