import { join } from 'node:path'
import { Bucket } from './bucket.ts'
import type { BucketSettings } from './bucket-client.ts'
import type { FileStore } from './file-store.ts'
import { LocalFolder } from './local-folder.ts'

/** The configured store: a bucket, or the folder `files` beside the database. */
export function openFiles({ dataDir, bucket }: { dataDir: string; bucket: BucketSettings | undefined }): FileStore {
  return bucket ? new Bucket(bucket) : new LocalFolder(join(dataDir, 'files'))
}
