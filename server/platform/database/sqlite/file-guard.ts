import Database from 'better-sqlite3'
import { type Stats, statSync } from 'node:fs'
import { AppError } from '../../errors.ts'
import { text } from '../../../../shared/texts/say.ts'

/** The full check costs an open of the file, so it runs at most this often. */
const MIN_CHECK_INTERVAL_MS = 1000

export interface FileGuard {
  /** @throws AppError `unavailable` when the open file is no longer the one at its path */
  check(): void
  /** As `check`, and that the file still has all its pages and can be opened as a database. */
  look(): void
}

/**
 * An open file outlives its name: after the database was deleted or replaced, writes would be acknowledged into an
 * unlinked file and lost. Only names and sizes are checked: opening the file without SQLite would drop its locks.
 * @param file of a database that is open
 */
export function guardFile(file: string): FileGuard {
  const opened = statSync(file)
  let [longest, journal, lookedAt]: [number, Stats | undefined, number] = [opened.size, undefined, -Infinity]

  const check = (): number => {
    const now = statSync(file, { throwIfNoEntry: false })
    if (!now) throw gone('deleted')
    if (now.ino !== opened.ino || now.dev !== opened.dev) throw gone('replaced')
    const wal = statSync(`${file}-wal`, { throwIfNoEntry: false })
    if (journal && wal?.ino !== journal.ino) throw gone('parted from its journal')
    journal = wal
    return now.size
  }
  return {
    check: () => void check(),
    look() {
      const size = check()
      if (performance.now() - lookedAt < MIN_CHECK_INTERVAL_MS) return
      // A new connection, because the open ones have the start of the file cached.
      const raw = new Database(file, { readonly: true, fileMustExist: true, timeout: 0 })
      try {
        raw.prepare('select 1 from settings limit 1').get()
        const pages =
          Number(raw.pragma('page_count', { simple: true })) * Number(raw.pragma('page_size', { simple: true }))
        // A VACUUM by another process shortens the file together with its page count.
        if (size < longest && size < pages) throw gone('cut off')
        longest = size
      } finally {
        raw.close()
      }
      lookedAt = performance.now()
    },
  }
}

function gone(how: string): AppError {
  return new AppError('unavailable', text('The database cannot be used right now.'), {
    cause: new Error(
      `The database file was ${how} while the server was running. Stop the server, put the file back, start again.`,
    ),
  })
}
