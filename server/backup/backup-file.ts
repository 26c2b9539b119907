import { basename, dirname } from 'node:path'
import { hashing } from './hashing.ts'
import { FolderTarget } from './targets/folder-target.ts'
import type { Target } from './targets/target.ts'

/** A backup, or the place for one. */
export interface BackupFile {
  target: Target
  name: string
  /** folder on this machine with room for the database once more */
  scratch: string
}

/** The file of a path; databases to prove it are made beside it. */
export function fileAt(path: string): BackupFile {
  const folder = dirname(path)
  return { target: new FolderTarget(folder), name: basename(path), scratch: folder }
}

/** What reading a backup needs of it. */
export interface ReadableFile {
  target: Pick<Target, 'read'>
  name: string
}

/** The same file, whose bytes are hashed while they are read. */
export function hashed({ target, name }: ReadableFile): { file: ReadableFile; sha256: () => string } {
  let sha256 = () => ''
  const read = async () => {
    const { size, content } = await target.read(name)
    const hash = hashing()
    sha256 = hash.sha256
    content.on('error', (error) => hash.stream.destroy(error))
    hash.stream.on('close', () => content.destroy())
    return { size, content: content.pipe(hash.stream) }
  }
  return { file: { target: { read }, name }, sha256: () => sha256() }
}

/** SHA-256 of the bytes of a file. */
export async function checksumOf(file: ReadableFile): Promise<string> {
  const { file: read, sha256 } = hashed(file)
  const { content } = await read.target.read(read.name)
  for await (const _ of content);
  return sha256()
}
