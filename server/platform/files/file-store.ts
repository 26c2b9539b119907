import type { Readable } from 'node:stream'

/** A byte range of a file, both ends included. */
export interface ByteRange {
  from: number
  to: number
}

export interface StoredFile {
  key: string
  size: number
  storedAt: Date
}

/**
 * Storage of file contents: a local folder or a bucket. Keys are paths of lower-case letters, digits and hyphens. A key is
 * written once and then only removed, so that content read under it cannot change. Every failure is an AppError
 * `unavailable` with a sentence for people, and its cause.
 */
export interface FileStore {
  /**
   * Stores a stream atomically: readers see nothing of it until it resolves, and then it survives a power failure.
   * @param size in bytes; a stream of another length is refused
   * @param isPassing not synced, so it may be lost in a power failure: for content that is checked and sent again
   * @throws the stream's own error if that is why nothing was stored
   */
  put(key: string, content: Readable, size: number, isPassing?: boolean): Promise<void>
  /**
   * Resolves once the first byte can be read. Destroy the stream when you stop before its end.
   * @throws FileMissing when there is nothing under the key
   */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Idempotent: a missing file is not an error. */
  remove(key: string): Promise<void>
  /** Everything with this key prefix, such as `incoming/`, in no particular order. */
  list(prefix?: string): AsyncIterable<StoredFile>
}

/** Prefix for incomplete files, under ordinary keys: the sweep can then find files left by a killed server. */
export const PARTIAL = 'partial/'

/** There is nothing under a key. */
export class FileMissing extends Error {
  constructor(key: string, cause?: unknown) {
    super(`There is no file ${key} in the store`, { cause })
  }
}

const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)*$/

/** @throws for a key that could escape the store: keys are generated, never taken from user input */
export function checkKey(key: string): void {
  if (!KEY.test(key)) throw new Error(`${JSON.stringify(key)} is no key of the file store`)
}
