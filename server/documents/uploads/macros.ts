import type { CompoundFile, Entry } from './compound-file.ts'

const MAX_MODULE = 1024 * 1024
const FOLDER = 1
const STREAM = 2
/** Streams beside the modules: the list of them, and compiled forms. */
const NO_MODULE = /^(?:dir|_vba_project|__srp_.*)$/
/** How the source of every module begins, compressed: a byte that announces eight letters before each eight. */
const SOURCE_START = Buffer.from('\0Attribut\0e VB_', 'latin1')
const NO_CODE = /^\s*(?:Attribute\s.*|Option\s.*|'.*|Rem\b.*)?$/i

/**
 * Whether a compound file has macros. Word adds a project with an empty module to many documents, which is none. A module
 * whose source cannot be found counts as code.
 */
export async function hasCode(file: CompoundFile): Promise<boolean> {
  for (const module of modulesOf(file)) {
    const source = sourceOf(await file.read(module, MAX_MODULE))
    const isEmpty = source?.split(/\r?\n/).every((line) => NO_CODE.test(line)) ?? false
    if (module.size > MAX_MODULE || !isEmpty) return true
  }
  return false
}

function modulesOf({ all, childrenOf }: CompoundFile): Entry[] {
  const folders = all.filter(({ name, type }) => type === FOLDER && name.toLowerCase() === 'vba')
  return folders
    .flatMap((folder) => [...childrenOf(folder)])
    .filter(([name, { type }]) => type === STREAM && !NO_MODULE.test(name))
    .map(([, entry]) => entry)
}

/** The source of a module, which follows its compiled form. */
function sourceOf(stream: Buffer): string | undefined {
  const index = stream.indexOf(SOURCE_START)
  return index < 3 || stream[index - 3] !== 1 ? undefined : decompress(stream.subarray(index - 2)).toString('latin1')
}

/** The compression of MS-OVBA 2.4.1: chunks of up to 4,096 bytes, each of letters and of copies of what came before. */
function decompress(chunks: Buffer): Buffer {
  const whole: number[] = []
  for (let i = 0; i + 2 <= chunks.length && whole.length < MAX_MODULE;) {
    const header = chunks.readUInt16LE(i)
    const end = Math.min(chunks.length, i + (header & 0xfff) + 3)
    const begin = whole.length
    let from = i + 2
    if ((header & 0x8000) === 0) whole.push(...chunks.subarray(from, end))
    else {
      while (from < end) {
        const flags = chunks[from++]!
        for (let bit = 0; bit < 8 && from < end; bit++) {
          if ((flags & (1 << bit)) === 0) whole.push(chunks[from++]!)
          else {
            if (from + 2 > end) return Buffer.from(whole)
            copy(whole, begin, chunks.readUInt16LE(from))
            from += 2
          }
        }
      }
    }
    i = end
  }
  return Buffer.from(whole)
}

/** The more of the chunk is known, the more bits of a token are its distance and the fewer its length. */
function copy(whole: number[], begin: number, token: number): void {
  const bits = Math.max(4, Math.ceil(Math.log2(whole.length - begin)))
  const length = (token & (0xffff >> bits)) + 3
  const distance = (token >> (16 - bits)) + 1
  for (let i = 0; i < length; i++) whole.push(whole[whole.length - distance] ?? 0)
}
