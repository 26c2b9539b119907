import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { basename } from 'node:path'
import { create, type Font } from 'fontkit'
import { installedFontFiles } from './font-folders.ts'
import { sfntOf } from './sfnt.ts'

/** A font in an installed file, which may contain several. */
export interface InstalledFont {
  /** unique */
  name: string
  /** 400 is regular, 700 bold */
  weight: number
  isItalic: boolean
  has: (codePoint: number) => boolean
  /** The whole font as a file of its own. */
  read: () => Buffer
}

interface Place {
  tag: string
  offset: number
  length: number
}

/** Pictures of letters, which a PDF cannot embed as a font. */
const BITMAPS = ['sbix', 'CBDT']
/** Colours and signatures: without them, fontkit takes the plain outlines. */
const OMITTED = new Set(['COLR', 'CPAL', 'SVG ', 'DSIG', 'EBDT', 'EBLC'])
/** Fonts that claim every character and draw boxes, or nothing. */
const PLACEHOLDERS = /last\s?resort|blank/i
const MAX_FONT_BYTES = 100_000_000
const OF_COLLECTION = 'ttcf'

/** All usable fonts of the machine. Only their character maps are read: opening hundreds of files would take seconds. */
export function installedFonts(): InstalledFont[] {
  return installedFontFiles()
    .filter((file) => !PLACEHOLDERS.test(basename(file)))
    .flatMap((file) => {
      try {
        return withFile(file, (read, size) => fontsIn(file, read, size))
      } catch {
        return []
      }
    })
}

type Read = (offset: number, length: number) => Buffer

function withFile<T>(file: string, work: (read: Read, size: number) => T): T {
  const fd = openSync(file, 'r')
  try {
    const read = (offset: number, length: number) => {
      const bytes = Buffer.alloc(length)
      if (readSync(fd, bytes, 0, length, offset) < length) throw new Error(`${file} is truncated`)
      return bytes
    }
    return work(read, fstatSync(fd).size)
  } finally {
    closeSync(fd)
  }
}

function fontsIn(file: string, read: Read, size: number): InstalledFont[] {
  const head = read(0, 12)
  const isCollection = head.toString('latin1', 0, 4) === OF_COLLECTION
  const count = isCollection ? Math.min(head.readUInt32BE(8), 64) : 1
  const starts = isCollection ? read(12, 4 * count) : undefined
  return Array.from({ length: count }, (_, i) => starts?.readUInt32BE(4 * i) ?? 0).flatMap((start, i) => {
    const version = read(start, 4)
    const tables = tablesAt(start, read)
    return isUsable(tables, size) ? [fontOf(`${file}#${i}`, file, version, tables, read)] : []
  })
}

function tablesAt(start: number, read: Read): Place[] {
  const count = read(start + 4, 2).readUInt16BE()
  const directory = read(start + 12, 16 * count)
  return Array.from({ length: count }, (_, i) => ({
    tag: directory.toString('latin1', 16 * i, 16 * i + 4),
    offset: directory.readUInt32BE(16 * i + 8),
    length: directory.readUInt32BE(16 * i + 12),
  }))
}

function isUsable(tables: readonly Place[], size: number): boolean {
  const tags = new Set(tables.map(({ tag }) => tag))
  const hasOutlines = (tags.has('glyf') && tags.has('loca')) || tags.has('CFF ')
  const isWhole = tables.every(({ offset, length }) => offset + length <= size)
  const bytes = tables.reduce((sum, { length }) => sum + length, 0)
  const isComplete = ['cmap', 'head', 'hhea', 'hmtx', 'maxp', 'OS/2'].every((tag) => tags.has(tag))
  return hasOutlines && isWhole && isComplete && bytes <= MAX_FONT_BYTES && !BITMAPS.some((tag) => tags.has(tag))
}

function fontOf(name: string, file: string, version: Buffer, tables: readonly Place[], read: Read): InstalledFont {
  const contentOf = ({ tag, offset, length }: Place, from: Read) => ({ tag, content: from(offset, length) })
  const style = contentOf(
    tables.find(({ tag }) => tag === 'OS/2')!,
    read,
  ).content
  const letters = tables.filter(({ tag }) => tag === 'cmap').map((table) => contentOf(table, read))
  const characters = create(sfntOf(version, letters)) as Font
  const used = tables.filter(({ tag }) => !OMITTED.has(tag))
  return {
    name,
    weight: style.readUInt16BE(4),
    isItalic: (style.readUInt16BE(62) & 1) === 1,
    has: (codePoint) => hasGlyph(characters, codePoint),
    read: () =>
      withFile(file, (from) =>
        sfntOf(
          version,
          used.map((table) => contentOf(table, from)),
        ),
      ),
  }
}

function hasGlyph(characters: Font, codePoint: number): boolean {
  try {
    return characters.hasGlyphForCodePoint(codePoint)
  } catch {
    // The file is damaged.
    return false
  }
}
