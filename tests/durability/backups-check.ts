import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Backup } from '../../shared/backups.ts'

/** What a killed backup, proof or restore may leave for a while, but not beyond the next start. */
const UNFINISHED = /\.part$|^backup-proof-|^restoring$/

/** @returns a line for every listed backup that is not what the list says, and for every file that should not be there */
export async function backupProblems(dataDir: string, listed: readonly Backup[]): Promise<string[]> {
  const folder = join(dataDir, 'backups')
  const problems = [...leftIn(dataDir), ...leftIn(folder)]
  for (const backup of listed) {
    const path = join(folder, `${backup.id}.rfd`)
    if (backup.state === 'failed' && !backup.error) problems.push(`A failed backup does not say why: ${backup.id}`)
    if (backup.checksum !== null && (await sha256Of(path)) !== backup.checksum)
      problems.push(`A listed backup is not whole: ${backup.id}, ${backup.state}`)
    if (backup.checksum === null && existsSync(path))
      problems.push(`A backup without a checksum has a file: ${backup.id}`)
  }
  const known = new Set(listed.map(({ id }) => `${id}.rfd`))
  const unlisted = namesIn(folder).filter((name) => name.endsWith('.rfd') && !known.has(name))
  return [...problems, ...unlisted.map((name) => `A file that no list knows: ${name}`)]
}

/** @returns a line for everything unfinished in a folder */
export function leftIn(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => UNFINISHED.test(name))
    .map((name) => `Left behind: ${join(folder, name)}`)
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : []
}

/** Undefined when there is no such file. */
async function sha256Of(path: string): Promise<string | undefined> {
  if (!existsSync(path)) return undefined
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
