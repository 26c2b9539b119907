import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import { isLocked, type Key, locked, unlocked } from '../lock.ts'
import { BackupProblem } from '../problem.ts'
import type { Target } from '../targets/target.ts'
import { IDENTITIES } from './names.ts'

/** No piece and no list is longer, unpacked. */
const MOST_BYTES = 256 * 1024 * 1024

/**
 * Compresses with zstd and, for a recipient, encrypts in the format of `age`. A failure of `content` destroys the result.
 */
export async function packed(content: Readable, recipient: string | undefined): Promise<Readable> {
  const zstd = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } })
  pipeline(content, zstd).catch((error: unknown) => zstd.destroy(error as Error))
  return recipient === undefined ? zstd : locked(zstd, { recipient })
}

/** The segments do not open with the keys at hand. */
export class WrongKey extends BackupProblem {}

const NO_KEY_FITS =
  'The segments do not open with this passphrase or identity. After a change, SEGMENTS_PASSPHRASE and --identity add others.'

/** Keys of segments: several, where passphrase or recipient has changed meanwhile. */
export type SegmentKeys = readonly NonNullable<Key>[]

/** Reads objects of a place with the keys that open them. */
export class Objects {
  readonly #target: Pick<Target, 'read' | 'list'>
  readonly #keys: SegmentKeys
  #identities: Promise<NonNullable<Key>> | undefined

  constructor(target: Pick<Target, 'read' | 'list'>, keys: SegmentKeys) {
    this.#target = target
    this.#keys = keys
  }

  /**
   * The content of an object. Destroy it when you stop before its end.
   * @throws WrongKey when no key opens it
   */
  async open(name: string): Promise<Readable> {
    const { content } = await this.#target.read(name)
    const source = await this.#unlockedIfLocked(content).catch((error: unknown) => {
      content.destroy()
      throw error
    })
    const zstd = createZstdDecompress()
    pipeline(source, zstd).catch((error: unknown) => zstd.destroy(error as Error))
    return zstd
  }

  async bytes(name: string): Promise<Buffer> {
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of (await this.open(name)) as AsyncIterable<Buffer>) {
      length += chunk.length
      if (length > MOST_BYTES) throw new BackupProblem(`${name} unfolds into far more than it may`)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  }

  async #unlockedIfLocked(content: Readable): Promise<Readable> {
    return isLocked(await beginningOf(content)) ? this.#unlocked(content) : content
  }

  async #unlocked(content: Readable): Promise<Readable> {
    this.#identities ??= this.#openIdentities()
    return unlocked(content, await this.#identities).catch((error: unknown) => {
      // Damage is told by what reads it.
      const isKey = error instanceof Error && /no identity matched/i.test(error.message)
      throw isKey ? new WrongKey(NO_KEY_FITS, { cause: error }) : error
    })
  }

  /** The given identities, and those of the place that a passphrase opens. */
  async #openIdentities(): Promise<NonNullable<Key>> {
    if (this.#keys.length === 0)
      throw new WrongKey('The segments are encrypted. Set BACKUP_PASSPHRASE, or name the identity with --identity.')
    const identities = this.#keys.flatMap((key) => ('identity' in key ? [key.identity] : []))
    const passphrases = this.#keys.filter((key) => 'passphrase' in key)
    if (passphrases.length > 0) {
      for await (const { name } of this.#target.list(IDENTITIES)) {
        const identity = await this.#openIdentity(name, passphrases)
        if (identity !== undefined) identities.push(identity)
      }
    }
    if (identities.length === 0) throw new WrongKey(NO_KEY_FITS)
    return { identity: identities.join('\n') }
  }

  async #openIdentity(name: string, passphrases: SegmentKeys): Promise<string | undefined> {
    for (const key of passphrases) {
      const { content } = await this.#target.read(name)
      const opened = await unlocked(content, key).then(
        (identity) => identity.toArray() as Promise<Buffer[]>,
        () => undefined,
      )
      if (opened) return Buffer.concat(opened).toString('utf8').trim()
    }
    return undefined
  }
}

/** How a stream begins; it can still be read from its beginning. */
async function beginningOf(content: Readable): Promise<Buffer> {
  await once(content, 'readable')
  const chunk = content.read() as Buffer | null
  if (chunk) content.unshift(chunk)
  return chunk ?? Buffer.alloc(0)
}

export function streamOf(bytes: Buffer | string): Readable {
  return new PassThrough().end(bytes)
}
