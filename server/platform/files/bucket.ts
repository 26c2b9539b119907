import type { GetObjectCommandOutput } from '@aws-sdk/client-s3'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type BucketClient, type BucketSettings, openBucketClient } from './bucket-client.ts'
import { exactSize } from './exact-size.ts'
import { storeFailure } from './failures.ts'
import { type ByteRange, checkKey, FileMissing, type FileStore, type StoredFile } from './file-store.ts'

/** Timeouts of the store, so that a person gets an error in time. */
const CONNECT_TIMEOUT_MS = 3000
const ANSWER_TIMEOUT_MS = 15_000
/** Limit of a whole upload, which is as slow as its sender; idle connections time out sooner. */
const UPLOAD_TIMEOUT_MS = 300_000
/** High enough that slow senders do not block the others. */
const MAX_CONNECTIONS = 500

/** Files in an S3-compatible bucket. */
export class Bucket implements FileStore {
  readonly #settings: BucketSettings
  readonly #answerTimeoutMs: number
  #opened: Promise<BucketClient> | undefined

  constructor(settings: BucketSettings, answerTimeoutMs = ANSWER_TIMEOUT_MS) {
    this.#settings = settings
    this.#answerTimeoutMs = answerTimeoutMs
  }

  async put(key: string, content: Readable, size: number): Promise<void> {
    checkKey(key)
    const checked = exactSize(size)
    const abort = new AbortController()
    // The client reads the stream as it comes; if the stream fails, the call must be aborted, too.
    const passing = pipeline(content, checked).catch((error: unknown) => {
      abort.abort()
      throw error
    })
    const sending = this.#call(({ client, library }, Bucket) =>
      client.send(new library.PutObjectCommand({ Bucket, Key: key, Body: checked, ContentLength: size }), {
        abortSignal: abort.signal,
        requestTimeout: UPLOAD_TIMEOUT_MS,
      }),
    ).catch((error: unknown) => {
      checked.destroy()
      content.destroy()
      throw error
    })
    const [passed, sent] = await Promise.allSettled([passing, sending])
    // If we aborted the call, the stream's own error is the reason.
    if (abort.signal.aborted && passed.status === 'rejected' && !isPremature(passed.reason)) throw passed.reason
    if (sent.status === 'rejected') throw sent.reason
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    checkKey(key)
    const Range = range && `bytes=${range.from}-${range.to}`
    const { Body } = await this.#call<GetObjectCommandOutput>(({ client, library }, Bucket) =>
      client.send(new library.GetObjectCommand({ Bucket, Key: key, Range })),
    ).catch((error: unknown) => {
      throw isMissing(error) ? new FileMissing(key, error) : error
    })
    if (Body instanceof Readable) return Body
    throw new Error('The library of the bucket answered without a stream')
  }

  async remove(key: string): Promise<void> {
    checkKey(key)
    await this.#call(({ client, library }, Bucket) =>
      client.send(new library.DeleteObjectCommand({ Bucket, Key: key })),
    )
  }

  async *list(prefix = ''): AsyncGenerator<StoredFile> {
    let token: string | undefined
    do {
      const ContinuationToken = token
      const page = await this.#call(({ client, library }, Bucket) =>
        client.send(new library.ListObjectsV2Command({ Bucket, Prefix: prefix, ContinuationToken })),
      )
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        if (Key !== undefined && LastModified) yield { key: Key, size: Size ?? 0, storedAt: LastModified }
      }
      token = page.NextContinuationToken
    } while (token !== undefined)
  }

  async #call<T>(send: (opened: BucketClient, bucket: string) => Promise<T>): Promise<T> {
    try {
      this.#opened ??= this.#open()
      return await send(await this.#opened, this.#settings.bucket)
    } catch (error) {
      throw isMissing(error) ? error : storeFailure(error)
    }
  }

  #open(): Promise<BucketClient> {
    return openBucketClient(this.#settings, {
      connectTimeoutMs: CONNECT_TIMEOUT_MS,
      answerTimeoutMs: this.#answerTimeoutMs,
      attempts: 2,
      maxConnections: MAX_CONNECTIONS,
    })
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && (error.name === 'NoSuchKey' || error.name === 'NotFound')
}

function isPremature(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}
