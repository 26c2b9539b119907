import { codeOf } from '../../platform/database/failures.ts'
import type { TargetFailureCode } from '../../../shared/backup-bucket.ts'
import { TargetFailure } from './target.ts'

const BY_NAME: Record<string, TargetFailureCode> = {
  NoSuchBucket: 'missing',
  NoSuchKey: 'gone',
  NotFound: 'gone',
  XMinioStorageFull: 'full',
  QuotaExceeded: 'full',
  AccessDenied: 'refused',
  InvalidAccessKeyId: 'refused',
  SignatureDoesNotMatch: 'refused',
  CredentialsProviderError: 'refused',
}
const BY_STATUS: Record<number, TargetFailureCode> = { 401: 'refused', 403: 'refused', 404: 'gone', 507: 'full' }
const MAX_ANSWER = 300

/** @param where the bucket, as shown to people */
export function bucketFailure(where: string, error: unknown): TargetFailure {
  if (error instanceof TargetFailure) return error
  const status = statusOf(error)
  const name = error instanceof Error ? error.name : ''
  const code = BY_NAME[name] ?? BY_STATUS[status] ?? 'unavailable'
  return new TargetFailure(code, where, { answer: answerOf(error, status), cause: error })
}

/** What the bucket, or the line to it, said: the name and the message of an error, or the code of a connection. */
function answerOf(error: unknown, status: number): string {
  if (!(error instanceof Error)) return ''
  const reason = status === 0 ? codeOf(error) || error.name : `${status} ${error.name}: ${error.message}`
  return reason.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, MAX_ANSWER)
}

function statusOf(error: unknown): number {
  const metadata = error instanceof Error && '$metadata' in error ? error.$metadata : undefined
  const isGiven = typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata
  return isGiven && typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : 0
}
