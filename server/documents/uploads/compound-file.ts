import type { RandomAccess } from './content.ts'

/**
 * The directory of an OLE compound file (MS-CFB), the container of DOC, XLS, Outlook messages and encrypted DOCX. Only a
 * limited part of the directory is read: a damaged or hostile file may contain anything.
 */
export interface CompoundFile {
  /** entries at the top level, by name in lower case: names are compared without case */
  top: Map<string, Entry>
  /** entries at all levels */
  all: Entry[]
  /** entries of a folder, by name in lower case */
  childrenOf(folder: Entry): Map<string, Entry>
  /** The content of a stream, up to a limit. */
  read(stream: Entry, maxBytes: number): Promise<Buffer>
}

const HEADER = 512
const ENTRY = 128
const NONE = 0xffffffff
/** Sector numbers from here on are special values, not sectors. */
const MAX_SECTOR = 0xfffffffa
const MAX_ENTRIES = 4096
const MINI_SECTOR = 64
/** Of the streams shorter than 4 kB, and of their table. */
const MAX_MINI_STREAM = 4 * 1024 * 1024

/** @returns undefined for a damaged file */
export async function readCompoundFile(content: RandomAccess): Promise<CompoundFile | undefined> {
  const header = await content.bytes(0, HEADER)
  const shift = header.length === HEADER ? header.readUInt16LE(30) : 0
  if (shift !== 9 && shift !== 12) return undefined
  const size = 1 << shift
  const next = await sectorTable(content, header, size)
  const entries = await readDirectory(content, header, size, next)
  const root = entries?.[0]
  if (!entries || !root) return undefined
  const whole = (start: number, maxBytes: number) => readChain(content, { start, size, next, maxBytes })
  const read = async (stream: Entry, maxBytes: number) => {
    const length = Math.min(stream.size, maxBytes)
    if (stream.size >= header.readUInt32LE(56)) return (await whole(stream.start, length)).subarray(0, length)
    const mini = await whole(root.start, MAX_MINI_STREAM)
    return readMini(mini, await whole(header.readUInt32LE(60), MAX_MINI_STREAM), { start: stream.start, length })
  }
  const inFolder = (folder: Entry) => childrenOf(entries, folder.child)
  return { top: inFolder(root), all: entries, childrenOf: inFolder, read }
}

export interface Entry {
  name: string
  /** 0: unused, 1: folder, 2: stream */
  type: number
  left: number
  right: number
  child: number
  /** first sector of its content */
  start: number
  size: number
}

interface Chain {
  start: number
  /** of a sector */
  size: number
  next: (sector: number) => Promise<number>
  maxBytes: number
}

async function readChain(content: RandomAccess, { start, size, next, maxBytes }: Chain): Promise<Buffer> {
  const parts: Buffer[] = []
  for (let sector = start; sector < MAX_SECTOR && parts.length * size < maxBytes;) {
    parts.push(await content.bytes((sector + 1) * size, size))
    sector = await next(sector)
  }
  return Buffer.concat(parts)
}

/** A short stream: its sectors of 64 bytes lie in one stream of the root, and have a table of their own. */
function readMini(mini: Buffer, table: Buffer, { start, length }: { start: number; length: number }): Buffer {
  const parts: Buffer[] = []
  for (let sector = start; parts.length * MINI_SECTOR < length && (sector + 1) * 4 <= table.length;) {
    parts.push(mini.subarray(sector * MINI_SECTOR, (sector + 1) * MINI_SECTOR))
    sector = table.readUInt32LE(sector * 4)
  }
  return Buffer.concat(parts).subarray(0, length)
}

async function readDirectory(
  content: RandomAccess,
  header: Buffer,
  size: number,
  next: Chain['next'],
): Promise<Entry[] | undefined> {
  const entries: Entry[] = []
  let sector = header.readUInt32LE(48)
  while (sector < MAX_SECTOR && entries.length < MAX_ENTRIES) {
    const bytes = await content.bytes((sector + 1) * size, size)
    if (bytes.length < size) return undefined
    for (let i = 0; i < size; i += ENTRY) entries.push(entryAt(bytes, i))
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
    type,
    start: bytes.readUInt32LE(at + 116),
    size: bytes.readUInt32LE(at + 120),
  }
}

/** Looks up the next sector of a chain (FAT): the table has its own sectors, listed in the header and in a chain (DIFAT). */
async function sectorTable(content: RandomAccess, header: Buffer, size: number) {
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

/** The entries of one folder, which are a binary tree. */
function childrenOf(entries: Entry[], root: number): Map<string, Entry> {
  const names = new Map<string, Entry>()
  const seen = new Set<number>()
  const waiting = [root]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const entry = entries[id]
    if (!entry || seen.has(id)) continue
    seen.add(id)
    names.set(entry.name.toLowerCase(), entry)
    waiting.push(entry.left, entry.right)
  }
  return names
}
