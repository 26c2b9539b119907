import type { RunFile } from '../../shared/reports/runs.ts'
import type { FileStore } from '../platform/files/file-store.ts'

/** in the file store */
export const FOLDER = 'reports/'

/** A file of a run with its key in the store. */
export interface StoredRunFile extends RunFile {
  key: string
}

/** @param json as stored in a run */
export function filesIn(json: string): StoredRunFile[] {
  return JSON.parse(json) as StoredRunFile[]
}

/** @param json as stored in a run */
export async function removeFiles(files: FileStore, json: string): Promise<void> {
  for (const { key } of filesIn(json)) await files.remove(key)
}
