import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { LocalFolder } from '../platform/files/local-folder.ts'

/** A file store in a temporary folder. */
export function temporaryFiles() {
  const folder = join(mkdtempSync(join(tmpdir(), 'rfd-files-')), 'files')
  return {
    files: new LocalFolder(folder),
    folder,
    remove: () => rmSync(join(folder, '..'), { recursive: true, force: true }),
  }
}
