import type { BucketSettings } from '../platform/files/bucket-client.ts'

/** Where an office is restored, with the key that it then has. */
export interface KeyedPlace {
  dataDir: string
  bucket: BucketSettings | undefined
  secretKey: Buffer
}
