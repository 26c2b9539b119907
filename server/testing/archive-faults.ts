import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import tar from 'tar-stream'

interface PackedEntry {
  name: string
  content: Buffer
}
export type Change = (entries: PackedEntry[]) => PackedEntry[]

/** Unpacks a backup that is not encrypted, changes its entries, and packs it again without a fault of the formats. */
export async function changedArchive(archive: Buffer, change: Change): Promise<Buffer> {
  const entries: PackedEntry[] = []
  const extract = tar.extract()
  Readable.from([zstdDecompressSync(archive)]).pipe(extract)
  for await (const entry of extract) entries.push({ name: entry.header.name, content: await buffer(entry) })
  const pack = tar.pack()
  for (const { name, content } of change(entries)) pack.entry({ name }, content)
  pack.finalize()
  return zstdCompressSync(await buffer(pack))
}

const isRows = ({ name }: PackedEntry) => name.startsWith('tables/requests/')
const isFile = ({ name }: PackedEntry) => name.startsWith('files/')
const isHistory = ({ name }: PackedEntry) => name.startsWith('tables/request_history/')

const without =
  (chosen: (entry: PackedEntry) => boolean): Change =>
  (entries) =>
    entries.filter((one) => !chosen(one))

const changing =
  (chosen: (entry: PackedEntry) => boolean, change: (content: Buffer) => Buffer): Change =>
  (entries) =>
    entries.map((one) => (chosen(one) ? { ...one, content: change(one.content) } : one))

const changingText = (chosen: (entry: PackedEntry) => boolean, change: (text: string) => string) =>
  changing(chosen, (content) => Buffer.from(change(content.toString('utf8'))))

const named = (name: string) => (entry: PackedEntry) => entry.name === name

function flipped(content: Buffer): Buffer {
  const copy = Buffer.from(content)
  copy[copy.length >> 1]! ^= 0x20
  return copy
}

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')

/** A store that has altered a document before it was copied: list and checksums are of the altered one. */
const alteredInStore: Change = (entries) => {
  const before = entries.find(isFile)!.content
  const after = flipped(before)
  const changed = changing(isFile, () => after)(entries)
  const listed = changingText(
    ({ name }) => name.startsWith('file-list/'),
    (text) => text.replace(sha256(before), sha256(after)),
  )(changed)
  const list = listed.find(({ name }) => name.startsWith('file-list/'))!.content
  return changingText(named('manifest.json'), (text) => {
    const manifest = JSON.parse(text) as { files: object }
    return JSON.stringify({ ...manifest, files: { ...manifest.files, sha256: sha256(list) } })
  })(listed)
}

/** Each leaves a file that opens and unpacks. */
export const ARCHIVE_FAULTS: Record<string, Change> = {
  'another byte in a document': changing(isFile, flipped),
  'a document that the store had altered': alteredInStore,
  'a shorter document': changing(isFile, (content) => content.subarray(0, -1)),
  'an empty document': changing(isFile, () => Buffer.alloc(0)),
  'a document less': without(isFile),
  'a document more': (entries) =>
    entries.flatMap((one) => (isFile(one) ? [one, { ...one, name: `${one.name}x` }] : one)),
  'another letter in a row': changingText(isRows, (text) => text.replace('ok', 'oK')),
  'a row less': changingText(isRows, (text) => text.replace(/^.*\n/, '')),
  'a row twice': changingText(isRows, (text) => text.replace(/^.*\n/, (row) => row + row)),
  'rows in another order': changingText(isRows, (text) => `${text.trimEnd().split('\n').reverse().join('\n')}\n`),
  'a blank between the values of a row': changingText(isRows, (text) => text.replace(',', ', ')),
  'a table less': without(isRows),
  'the rows of another table': (entries) => changing(isHistory, () => entries.find(isRows)!.content)(entries),
  'tables in another order': (entries) => [
    ...entries.filter((one) => !isRows(one) && !isFile(one) && !/^(file-list|manifest)/.test(one.name)),
    ...entries.filter(isRows),
    ...entries.filter((one) => isFile(one) || /^(file-list|manifest)/.test(one.name)),
  ],
  'two columns exchanged in the header': changingText(named('header.json'), (text) =>
    text.replace('"title","description"', '"description","title"'),
  ),
  'a table less in the header': changingText(named('header.json'), (text) =>
    text.replace(/,\{"name":"comments",.*?\}/, ''),
  ),
  'a migration less in the header': changingText(named('header.json'), (text) =>
    text.replace(/,"[^"]*"\],"tables"/, '],"tables"'),
  ),
  'another count of rows in the manifest': changingText(named('manifest.json'), (text) =>
    text.replace('"rows":4', '"rows":5'),
  ),
  'another checksum in the manifest': changingText(named('manifest.json'), (text) =>
    text.replace(/"sha256":"./, '"sha256":"-'),
  ),
  'no manifest': without(named('manifest.json')),
  'no header': without(named('header.json')),
  'no list of files': without(({ name }) => name.startsWith('file-list/')),
}
