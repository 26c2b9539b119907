import type { BucketSettings } from '../files/bucket-client.ts'
import { openFiles } from '../files/open.ts'
import type { Reading } from './read.ts'

/** Where an office is restored, with the key that it then has. */
export interface KeyedPlace {
  dataDir: string
  bucket: BucketSettings | undefined
  secretKey: Buffer
}

/** Stores the files of an archive as it is read. */
export function storing(place: KeyedPlace): NonNullable<Reading['file']> {
  const files = openFiles(place)
  return (key, size, content) => files.put(key, content, size)
}
