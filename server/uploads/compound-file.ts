import type { Content } from './content.ts'

/**
 * The directory of an OLE compound file (MS-CFB), the container of DOC, XLS, Outlook messages and encrypted DOCX. Only a
 * limited part of the directory is read: a damaged or hostile file may contain anything.
 */
export interface CompoundFile {
  /** names at the top level */
  top: Set<string>
  /** names at all levels */
  all: Set<string>
}

const HEADER = 512
const ENTRY = 128
const NONE = 0xffffffff
/** Sector numbers from here on are special values, not sectors. */
const MAX_SECTOR = 0xfffffffa
const MAX_ENTRIES = 4096

/** @returns undefined for a damaged file */
export async function readCompoundFile(content: Content): Promise<CompoundFile | undefined> {
  const header = await content.bytes(0, HEADER)
  const shift = header.length === HEADER ? header.readUInt16LE(30) : 0
  if (shift !== 9 && shift !== 12) return undefined
  const entries = await readDirectory(content, header, 1 << shift)
  if (!entries?.[0]) return undefined
  return { top: childrenOf(entries, entries[0].child), all: new Set(entries.map(({ name }) => name)) }
}

interface Entry {
  name: string
  left: number
  right: number
  child: number
}

async function readDirectory(content: Content, header: Buffer, size: number): Promise<Entry[] | undefined> {
  const next = await sectorTable(content, header, size)
  const entries: Entry[] = []
  let sector = header.readUInt32LE(48)
  while (sector < MAX_SECTOR && entries.length < MAX_ENTRIES) {
    const bytes = await content.bytes((sector + 1) * size, size)
    if (bytes.length < size) return undefined
    for (let at = 0; at < size; at += ENTRY) entries.push(entryAt(bytes, at))
    sector = await next(sector)
  }
  return entries
}

function entryAt(bytes: Buffer, at: number): Entry {
  const length = Math.min(64, Math.max(0, bytes.readUInt16LE(at + 64) - 2))
  const type = bytes.readUInt8(at + 66)
  return {
    name: type === 0 ? '' : bytes.toString('utf16le', at, at + length),
    left: bytes.readUInt32LE(at + 68),
    right: bytes.readUInt32LE(at + 72),
    child: bytes.readUInt32LE(at + 76),
  }
}

/** Looks up the next sector of a chain (FAT): the table has its own sectors, listed in the header and in a chain (DIFAT). */
async function sectorTable(content: Content, header: Buffer, size: number) {
  const perSector = size / 4
  const places = numbersIn(header, 76, 109)
  let chained = header.readUInt32LE(68)
  const mostChained = Math.ceil(content.size / size / perSector / perSector) + 1
  for (let i = 0; i < mostChained && chained < MAX_SECTOR; i++) {
    const bytes = await content.bytes((chained + 1) * size, size)
    if (bytes.length < size) break
    places.push(...numbersIn(bytes, 0, perSector - 1))
    chained = bytes.readUInt32LE(size - 4)
  }
  return async (sector: number): Promise<number> => {
    const place = places[Math.floor(sector / perSector)] ?? NONE
    if (place >= MAX_SECTOR) return NONE
    const bytes = await content.bytes((place + 1) * size + (sector % perSector) * 4, 4)
    return bytes.length < 4 ? NONE : bytes.readUInt32LE(0)
  }
}

function numbersIn(bytes: Buffer, from: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => bytes.readUInt32LE(from + i * 4))
}

/** The names in one folder: a binary tree of entries. */
function childrenOf(entries: Entry[], root: number): Set<string> {
  const names = new Set<string>()
  const seen = new Set<number>()
  const waiting = [root]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const entry = entries[id]
    if (!entry || seen.has(id)) continue
    seen.add(id)
    names.add(entry.name)
    waiting.push(entry.left, entry.right)
  }
  return names
}
