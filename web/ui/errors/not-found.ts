import { ApiError } from '../../client/api-error.ts'

/** Whether the server answered 404: it no longer exists for this person, even if an earlier answer is cached. */
export function isNotFound({ error }: { error: unknown }): boolean {
  return error instanceof ApiError && error.status === 404
}
