import type { Readable } from 'node:stream'
import type { TargetFailureCode } from '../../../shared/backup-bucket.ts'

/** An object of a target. */
export interface StoredObject {
  name: string
  size: number
  storedAt: Date
}

/**
 * Where backups are kept: a folder or a bucket. Names are paths such as `segments/000001.rfd`. Under a name there is
 * either nothing or a whole object, which survives a power failure. Failures are TargetFailures.
 */
export interface Target {
  /** for people: the folder's path, or `s3://bucket/prefix` */
  readonly where: string
  /**
   * Stores a stream of any length in constant memory; when it fails, nothing is left behind and the stream is destroyed.
   * @throws TargetFailure `taken` when there is an object of this name; the stream's own error
   */
  put(name: string, content: Readable): Promise<void>
  /**
   * Resolves once the object is known to be there. Destroy the stream when you stop before its end.
   * @throws TargetFailure `gone` when there is no object of this name
   */
  read(name: string): Promise<{ size: number; content: Readable }>
  /** Everything whose name begins so, in no particular order. */
  list(prefix?: string): AsyncIterable<StoredObject>
  /** Names whose `put` was interrupted, or is under way. */
  listUnfinished(): AsyncIterable<string>
  /** Removes an object and what an interrupted `put` of it has left. Idempotent. */
  remove(name: string): Promise<void>
}

const SENTENCES: Record<TargetFailureCode, string> = {
  taken: 'exists already. Choose another name.',
  gone: 'is not there.',
  refused: 'may not be read or written with these keys or rights.',
  missing: 'does not exist.',
  full: 'has no room left.',
  unavailable: 'could not be reached, or did not answer as it should.',
}

/** Why a target did not do what was asked. */
export class TargetFailure extends Error {
  readonly code: TargetFailureCode
  /** the target's own answer, such as `AccessDenied: …`; empty without one */
  readonly answer: string

  constructor(
    code: TargetFailureCode,
    subject: string,
    { answer = '', cause }: { answer?: string; cause?: unknown } = {},
  ) {
    super(`${subject} ${SENTENCES[code]}${answer && ` It answered: ${answer}`}`, { cause })
    this.code = code
    this.answer = answer
  }
}

/** @throws for a name that could lead elsewhere */
export function checkName(name: string): void {
  const parts = name.split('/')
  if (name.includes('\0') || parts.some((part) => part === '' || part === '.' || part === '..'))
    throw new Error(`${JSON.stringify(name)} is no name of an object`)
}
