import type { MultipartUpload } from '@aws-sdk/client-s3'
import { Readable } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { LookupFunction } from 'node:net'
import { type BucketClient, type BucketSettings, openBucketClient } from '../../platform/files/bucket-client.ts'
import { bucketFailure } from './bucket-failure.ts'
import { partsOf } from './parts.ts'
import { checkName, type StoredObject, type Target, TargetFailure } from './target.ts'

/** All but the last one equally large, as some stores ask for; S3 takes at least 5 MB and at most 10,000 of them. */
const PART_BYTES = 16 * 1024 * 1024
const MOST_PARTS = 10_000
/** Fetched at once while reading: what fails is fetched again. */
const FETCH_BYTES = 8 * 1024 * 1024

const LIMITS = {
  connectTimeoutMs: 5000,
  answerTimeoutMs: 30_000,
  /** of one part, which may pass a slow line */
  uploadTimeoutMs: 600_000,
  attempts: 4,
  pauseMs: 500,
  partBytes: PART_BYTES,
}
type Limits = typeof LIMITS

export interface BucketTargetOptions {
  /** of names; without it, those of the system */
  lookup?: LookupFunction
  limits?: Partial<Limits>
}

interface BucketPlace extends BucketSettings {
  /** before every name, without slashes at its ends; may be empty */
  prefix: string
}

/** Backups in a bucket that speaks S3. */
export class BucketTarget implements Target {
  readonly where: string
  readonly #place: BucketPlace
  readonly #prefix: string
  readonly #limits: Limits
  readonly #lookup: LookupFunction | undefined
  #opened: Promise<BucketClient> | undefined

  constructor(place: BucketPlace, { lookup, limits }: BucketTargetOptions = {}) {
    this.#place = place
    this.#prefix = place.prefix === '' ? '' : `${place.prefix}/`
    this.where = `s3://${place.bucket}${place.prefix && `/${place.prefix}`}`
    this.#limits = { ...LIMITS, ...limits }
    this.#lookup = lookup
  }

  async put(name: string, content: Readable): Promise<void> {
    try {
      await this.#putNew(this.#keyOf(name), name, content)
    } finally {
      content.destroy()
    }
  }

  async #putNew(Key: string, name: string, content: Readable): Promise<void> {
    if ((await this.#sizeOf(Key)) !== undefined) throw new TargetFailure('taken', `${this.where}/${name}`)
    const { UploadId } = await this.#call(({ client, library }, Bucket) =>
      client.send(new library.CreateMultipartUploadCommand({ Bucket, Key })),
    )
    try {
      await this.#complete({ Key, UploadId }, await this.#putParts({ Key, UploadId }, content))
    } catch (error) {
      // What cannot be aborted now is aborted by the next `remove` of this name.
      await this.#abort({ Key, UploadId }).catch(() => undefined)
      throw error
    }
  }

  /** One part after the other: two of them in memory at most. */
  async #putParts(upload: Upload, content: Readable): Promise<Part[]> {
    const done: Part[] = []
    for await (const Body of partsOf(content, this.#limits.partBytes)) {
      const PartNumber = done.length + 1
      if (PartNumber > MOST_PARTS) throw new TargetFailure('full', `${this.where}: an object of 160 GB`)
      const { ETag } = await this.#call(({ client, library }, Bucket) =>
        client.send(
          new library.UploadPartCommand({ Bucket, ...upload, PartNumber, Body, ContentLength: Body.length }),
          {
            requestTimeout: this.#limits.uploadTimeoutMs,
          },
        ),
      )
      done.push({ PartNumber, ETag, size: Body.length })
    }
    return done
  }

  async #complete(upload: Upload, parts: Part[]): Promise<void> {
    const MultipartUpload = { Parts: parts.map(({ PartNumber, ETag }) => ({ PartNumber, ETag })) }
    try {
      await this.#call(({ client, library }, Bucket) =>
        client.send(new library.CompleteMultipartUploadCommand({ Bucket, ...upload, MultipartUpload })),
      )
    } catch (error) {
      // The answer to an attempt that succeeded may have been lost.
      if ((await this.#sizeOf(upload.Key)) !== parts.reduce((sum, { size }) => sum + size, 0)) throw error
    }
  }

  async read(name: string): Promise<{ size: number; content: Readable }> {
    const key = this.#keyOf(name)
    const size = await this.#sizeOf(key)
    if (size === undefined) throw new TargetFailure('gone', `${this.where}/${name}`)
    return { size, content: Readable.from(this.#pieces(key, size), { objectMode: false }) }
  }

  async *#pieces(Key: string, size: number): AsyncGenerator<Buffer> {
    for (let i = 0; i < size; i += FETCH_BYTES) yield await this.#piece(Key, i, Math.min(i + FETCH_BYTES, size) - 1)
  }

  /** The library repeats calls that fail, but not answers that break off. */
  async #piece(Key: string, from: number, to: number): Promise<Buffer> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#call(async ({ client, library }, Bucket) => {
          const { Body } = await client.send(
            new library.GetObjectCommand({ Bucket, Key, Range: `bytes=${from}-${to}` }),
          )
          const piece = Buffer.from((await Body?.transformToByteArray()) ?? [])
          if (piece.length !== to - from + 1) throw new Error('The answer was cut off')
          return piece
        })
      } catch (error) {
        const isLasting = !(error instanceof TargetFailure) || error.code !== 'unavailable'
        if (isLasting || attempt === this.#limits.attempts) throw error
      }
      await pause(this.#limits.pauseMs * 2 ** (attempt - 1))
    }
  }

  async *list(prefix = ''): AsyncGenerator<StoredObject> {
    let ContinuationToken: string | undefined
    do {
      const query = { Prefix: `${this.#prefix}${prefix}`, ContinuationToken }
      const page = await this.#call(({ client, library }, Bucket) =>
        client.send(new library.ListObjectsV2Command({ Bucket, ...query })),
      )
      for (const { Key, Size, LastModified } of page.Contents ?? []) {
        if (Key !== undefined && LastModified)
          yield { name: Key.slice(this.#prefix.length), size: Size ?? 0, storedAt: LastModified }
      }
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken !== undefined)
  }

  async *listUnfinished(): AsyncGenerator<string> {
    for (const { Key } of await this.#uploads(this.#prefix)) if (Key) yield Key.slice(this.#prefix.length)
  }

  async remove(name: string): Promise<void> {
    const Key = this.#keyOf(name)
    await this.#call(({ client, library }, Bucket) => client.send(new library.DeleteObjectCommand({ Bucket, Key })))
    for (const upload of await this.#uploads(Key)) {
      if (upload.Key === Key) await this.#abort({ Key, UploadId: upload.UploadId })
    }
  }

  /** Up to a thousand unfinished ones. */
  async #uploads(Prefix: string): Promise<MultipartUpload[]> {
    const { Uploads = [] } = await this.#call(({ client, library }, Bucket) =>
      client.send(new library.ListMultipartUploadsCommand({ Bucket, Prefix })),
    )
    return Uploads
  }

  async #abort(upload: Upload): Promise<void> {
    await this.#call(({ client, library }, Bucket) =>
      client.send(new library.AbortMultipartUploadCommand({ Bucket, ...upload })),
    )
  }

  /** Undefined when there is no such object. By listing it: the answer to a HEAD would not say why it is refused. */
  async #sizeOf(Key: string): Promise<number | undefined> {
    const { Contents = [] } = await this.#call(({ client, library }, Bucket) =>
      client.send(new library.ListObjectsV2Command({ Bucket, Prefix: Key, MaxKeys: 1 })),
    )
    // The key itself comes before longer ones.
    return Contents.find((object) => object.Key === Key)?.Size
  }

  async #call<T>(send: (opened: BucketClient, bucket: string) => Promise<T>): Promise<T> {
    const { connectTimeoutMs, answerTimeoutMs, attempts } = this.#limits
    this.#opened ??= openBucketClient(this.#place, {
      connectTimeoutMs,
      answerTimeoutMs,
      attempts,
      maxConnections: 4,
      ...(this.#lookup && { lookup: this.#lookup }),
    })
    try {
      return await send(await this.#opened, this.#place.bucket)
    } catch (error) {
      throw bucketFailure(this.where, error)
    }
  }

  #keyOf(name: string): string {
    checkName(name)
    return `${this.#prefix}${name}`
  }
}

interface Upload {
  Key: string
  UploadId: string | undefined
}

interface Part {
  PartNumber: number
  ETag: string | undefined
  size: number
}
