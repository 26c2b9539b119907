import type { Readable } from 'node:stream'

/** A stretch of a file in bytes, both ends included. */
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
 * Where the contents of files lie: a local folder or a bucket. Keys are paths of lower-case letters, digits and hyphens.
 * A key is written once and then only removed, so that what was read under it cannot change.
 * Every failure is an AppError `unavailable` with a sentence for people, and its cause.
 */
export interface FileStore {
  /**
   * Stores what a stream yields, whole or not at all: a reader sees nothing of it before it resolves, and then it outlives
   * the machine's failure.
   * @param size in bytes; a stream that yields more or fewer is refused
   * @param isPassing it may be lost with the machine: for what is checked and sent again
   * @throws the stream's own error when that is why nothing was stored
   */
  put(key: string, content: Readable, size: number, isPassing?: boolean): Promise<void>
  /**
   * Resolves once the first byte can be read. Destroy the stream when you stop before its end.
   * @throws FileMissing when there is nothing under the key
   */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** Removes what is there; nothing there is fine, too. */
  remove(key: string): Promise<void>
  /** Everything whose key begins with this, `incoming/` for example, in no order. */
  list(prefix?: string): AsyncIterable<StoredFile>
}

/** Where a store may keep files until they are whole, under keys like others: so that what a killed server left is found. */
export const PARTIAL = 'partial/'

/** There is nothing under a key. */
export class FileMissing extends Error {
  constructor(key: string, cause?: unknown) {
    super(`There is no file ${key} in the store`, { cause })
  }
}

const KEY = /^[a-z0-9-]+(\/[a-z0-9-]+)*$/

/** @throws for a key that could lead out of the store: keys are made by the program, never of what a person sent */
export function checkKey(key: string): void {
  if (!KEY.test(key)) throw new Error(`${JSON.stringify(key)} is no key of the file store`)
}
