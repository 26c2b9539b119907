import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A piece of the log that waits in the data folder. */
export interface WaitingPiece {
  chain: string
  file: string
  path: string
}

const PIECE = /^\d{12}-\d+-\d+$/

/**
 * The pieces that wait, oldest first.
 * @param present the chain that is being captured, and the number of its next piece, which may be half written
 */
export async function listWaiting(
  folder: string,
  present: { id: string; next: number } | undefined,
): Promise<WaitingPiece[]> {
  const pieces: WaitingPiece[] = []
  for (const chain of await chainsIn(folder)) {
    for (const file of (await filesIn(folder, chain)).toSorted()) {
      const isWritten = chain !== present?.id || Number(file.split('-')[0]) < present.next
      if (PIECE.test(file) && isWritten) pieces.push({ chain, file, path: join(folder, chain, file) })
    }
  }
  return pieces
}

/** Names of the folders of chains, oldest first. */
async function chainsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).toSorted()
}

/** Of a folder that is removed meanwhile: none. */
function filesIn(folder: string, chain: string): Promise<string[]> {
  return readdir(join(folder, chain)).catch(() => [])
}

/** Removes the folders of chains that have ended and have nothing that waits. */
export async function removeEnded(folder: string, present: string | undefined): Promise<void> {
  for (const chain of await chainsIn(folder)) {
    const isEmpty = (await filesIn(folder, chain)).length === 0
    if (chain !== present && isEmpty) await rm(join(folder, chain), { recursive: true, force: true })
  }
}

export async function bytesWaiting(pieces: readonly WaitingPiece[]): Promise<number> {
  let bytes = 0
  for (const { path } of pieces) bytes += (await stat(path).catch(() => undefined))?.size ?? 0
  return bytes
}
