import { inflateSync } from 'node:zlib'
import { sfntOf } from './sfnt.ts'

const HEADER = 44
const ENTRY = 20

/**
 * Unpacks the font in a WOFF file, table by table. fontkit reads WOFF, too, but decompresses a table for each glyph again.
 * Source: https://www.w3.org/TR/WOFF/
 */
export function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, i) => {
    const at = HEADER + i * ENTRY
    const offset = woff.readUInt32BE(at + 4)
    const packed = woff.subarray(offset, offset + woff.readUInt32BE(at + 8))
    const content = packed.length < woff.readUInt32BE(at + 12) ? inflateSync(packed) : packed
    return { tag: woff.toString('latin1', at, at + 4), content }
  })
  return sfntOf(woff.subarray(4, 8), tables)
}
