import { AppError } from '../errors.ts'
import { text } from '../../../shared/texts/say.ts'

const SQLITE = /^SQLITE_(FULL|IOERR|BUSY|CANTOPEN|READONLY|CORRUPT|NOTADB)/
/** Connection lost or refused (08…), out of disk, memory or connections (53…), shut down (57P…), idle too long (25P03). */
const POSTGRES = /^(08|53|57P|25P03|58)/
const STATEMENT_TIMEOUT = '57014'
const LOCK_TIMEOUT = '55P03'
const READ_ONLY = '25006'
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  'ENOENT',
])

/** The driver's error code; empty for errors that did not come from a database. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** PostgreSQL's code, also used for our own error. */
const IN_UNDONE_TRANSACTION = '25P02'

/** For a statement issued after the end of its transaction. */
export function transactionEnded(): Error {
  return Object.assign(new Error('This write transaction is over'), { code: IN_UNDONE_TRANSACTION })
}

/** Turns SQLite's storage errors into `unavailable`, with the cause attached; returns any other error unchanged. */
export function storageFailure(error: unknown): unknown {
  if (!SQLITE.test(codeOf(error))) return error
  return new AppError(
    'unavailable',
    text('The data cannot be stored at the moment. Nothing was changed; please try again later.'),
    { cause: error },
  )
}

/** Whether the connection is unusable: lost, refused, unresponsive, or to a read-only server. */
export function isConnectionFailure(error: unknown): error is Error {
  const code = codeOf(error)
  const spoken = error instanceof Error ? error.message : ''
  return (
    NETWORK.has(code) ||
    code === READ_ONLY ||
    POSTGRES.test(code) ||
    /timeout exceeded|connection terminated|not queryable|query read timeout|connection closed/i.test(spoken)
  )
}

/** A prepared statement that is no longer valid: a newer version changed its table, or a proxy has dropped it. */
export function isStaleStatement(error: unknown): boolean {
  return codeOf(error) === '26000' || (codeOf(error) === '0A000' && String(error).includes('cached plan'))
}

/** Whether retrying the transaction may succeed: serialisation failure, deadlock, stale statement. */
export function isRetryable(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error)) || isStaleStatement(error)
}

/** Whether `pg` hit its client-side timeout on a server that does not answer. */
export function isQueryTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === 'Query read timeout'
}

/**
 * Turns `pg`'s connection errors into `unavailable`; returns any other error unchanged.
 * @param isChange a write: it runs no long queries, so a timeout means that it waited for others
 */
export function connectionFailure(error: unknown, { isChange = false } = {}): unknown {
  if (error instanceof AppError) return error
  const code = codeOf(error)
  const unavailable = (sentence: string) => new AppError('unavailable', sentence, { cause: error })
  if (code === STATEMENT_TIMEOUT && !isChange) {
    return unavailable('This took too long. Please narrow it down and try again.')
  }
  if (code === STATEMENT_TIMEOUT || code === LOCK_TIMEOUT || isPoolExhausted(error)) return busy(error)
  // A standby, or a server that was made read-only for maintenance.
  if (code === READ_ONLY) {
    return unavailable(
      'The database is not accepting changes at the moment. Nothing was changed; please try again later.',
    )
  }
  return isConnectionFailure(error) ? unreachable(error) : error
}

/** Every connection was in use for the whole connection timeout. */
function isPoolExhausted(error: unknown): boolean {
  return error instanceof Error && error.message === 'timeout exceeded when trying to connect'
}

function unreachable(cause: unknown): AppError {
  return new AppError('unavailable', text('The database cannot be reached at the moment. Please try again later.'), {
    cause,
  })
}

/** For a change whose commit was not confirmed. */
export function uncertain(cause?: unknown): AppError {
  return new AppError('uncertain', text('It may have been stored: look before you send it again.'), { cause })
}

/** Whether a statement gave up waiting for a lock. */
export function isLockTimeout(error: unknown): boolean {
  return error instanceof AppError && codeOf(error.cause) === LOCK_TIMEOUT
}

export function busy(cause?: unknown): AppError {
  return new AppError('unavailable', text('The database is too busy at the moment. Please try again later.'), { cause })
}

export type Violation = 'unique' | 'foreign-key' | 'check' | 'not-null'
const VIOLATIONS: Record<string, Violation> = {
  SQLITE_CONSTRAINT_UNIQUE: 'unique',
  SQLITE_CONSTRAINT_PRIMARYKEY: 'unique',
  SQLITE_CONSTRAINT_ROWID: 'unique',
  SQLITE_CONSTRAINT_FOREIGNKEY: 'foreign-key',
  SQLITE_CONSTRAINT_CHECK: 'check',
  SQLITE_CONSTRAINT_NOTNULL: 'not-null',
  '23505': 'unique',
  '23503': 'foreign-key',
  '23514': 'check',
  '23502': 'not-null',
}

/**
 * Which constraint refused a write. Call it outside `db.write`: on PostgreSQL the refused statement has aborted the
 * transaction.
 * @returns undefined for every other error
 */
export function violationOf(error: unknown): Violation | undefined {
  return VIOLATIONS[codeOf(error)]
}

/** The name of the violated constraint or index; empty on SQLite, which does not tell. */
export function constraintOf(error: unknown): string {
  return error instanceof Error && 'constraint' in error ? String(error.constraint) : ''
}
