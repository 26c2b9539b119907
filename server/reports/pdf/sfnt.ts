/** A table of a font file, such as `glyf`. */
export interface FontTable {
  tag: string
  content: Buffer
}

/** A TrueType or OpenType file from its tables. Checksums are omitted, because no reader here verifies them. */
export function sfntOf(version: Buffer, tables: readonly FontTable[]): Buffer {
  const count = tables.length
  const directory = Buffer.alloc(12 + 16 * count)
  version.copy(directory, 0, 0, 4)
  directory.writeUInt16BE(count, 4)
  const power = 2 ** Math.floor(Math.log2(count))
  directory.writeUInt16BE(power * 16, 6)
  directory.writeUInt16BE(Math.log2(power), 8)
  directory.writeUInt16BE((count - power) * 16, 10)
  const parts: Buffer[] = [directory]
  let offset = directory.length
  for (const [i, { tag, content }] of tables.entries()) {
    const at = 12 + 16 * i
    directory.write(tag, at, 'latin1')
    directory.writeUInt32BE(offset, at + 8)
    directory.writeUInt32BE(content.length, at + 12)
    // Tables are aligned to four bytes.
    const padding = Buffer.alloc(-content.length & 3)
    parts.push(content, padding)
    offset += content.length + padding.length
  }
  return Buffer.concat(parts)
}
