/** SQLite's write-ahead log: a header, then frames of a header and a page each (https://sqlite.org/fileformat2.html#walformat). */
export const WAL_HEADER_BYTES = 32
export const FRAME_HEADER_BYTES = 24
const CHECKSUM_AT = 24
const LITTLE_ENDIAN_MAGIC = 0x377f0682

export type Pair = readonly [number, number]

export interface WalHeader {
  pageSize: number
  /** byte order of the checksums */
  bigEndian: boolean
  /** new ones each time that the log begins again; the first goes up by one while the database stays open */
  salts: Pair
  checksum: Pair
}

export interface Frame {
  page: number
  /** pages of the database after the transaction; 0 within one */
  sizeAfter: number
  content: Buffer
}

/** @returns undefined for what is not a log, such as an empty file */
export function parseWalHeader(bytes: Buffer): WalHeader | undefined {
  if (bytes.length < WAL_HEADER_BYTES) return undefined
  const magic = bytes.readUInt32BE(0)
  if (magic !== LITTLE_ENDIAN_MAGIC && magic !== LITTLE_ENDIAN_MAGIC + 1) return undefined
  return {
    pageSize: bytes.readUInt32BE(8),
    bigEndian: magic !== LITTLE_ENDIAN_MAGIC,
    salts: pairAt(bytes, 16),
    checksum: pairAt(bytes, CHECKSUM_AT),
  }
}

export function frameBytes(pageSize: number): number {
  return FRAME_HEADER_BYTES + pageSize
}

/** Where frame `number` begins; the first is 1. */
export function frameAt(number: number, pageSize: number): number {
  return WAL_HEADER_BYTES + (number - 1) * frameBytes(pageSize)
}

/** The checksum that a frame's header ends with; the next frame's continues it. */
export function checksumOfFrame(frameHeader: Buffer): Pair {
  return pairAt(frameHeader, FRAME_HEADER_BYTES - 8)
}

export interface FramesFormat {
  pageSize: number
  bigEndian: boolean
  salts: Pair
}

/**
 * The frames in `bytes`.
 * @param before checksum of the frame before them
 * @returns undefined in the place of the first frame whose salts or checksum are wrong
 */
export function* framesIn(bytes: Buffer, format: FramesFormat, before: Pair): Generator<Frame | undefined, Pair> {
  const length = frameBytes(format.pageSize)
  let checksum = before
  for (let i = 0; i < bytes.length; i += length) {
    const frame = bytes.subarray(i, i + length)
    if (frame.length < length) {
      yield undefined
      return checksum
    }
    checksum = continued(continued(checksum, frame.subarray(0, 8), format), frame.subarray(FRAME_HEADER_BYTES), format)
    const isWhole = isSame(checksum, checksumOfFrame(frame)) && isSame(format.salts, pairAt(frame, 8))
    if (!isWhole) {
      yield undefined
      return checksum
    }
    yield {
      page: frame.readUInt32BE(0),
      sizeAfter: frame.readUInt32BE(4),
      content: frame.subarray(FRAME_HEADER_BYTES),
    }
  }
  return checksum
}

function continued([one, two]: Pair, bytes: Buffer, { bigEndian }: FramesFormat): Pair {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let i = 0; i < bytes.length; i += 8) {
    one = (one + view.getUint32(i, !bigEndian) + two) >>> 0
    two = (two + view.getUint32(i + 4, !bigEndian) + one) >>> 0
  }
  return [one, two]
}

export function isSame(a: Pair, b: Pair): boolean {
  return a[0] === b[0] && a[1] === b[1]
}

function pairAt(bytes: Buffer, at: number): Pair {
  return [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)]
}
