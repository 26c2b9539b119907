import { ApiError } from '../client/api.ts'

/** Whether the server has said that something is not there for this person, whatever was read before. */
export function isGone({ error }: { error: unknown }): boolean {
  return error instanceof ApiError && error.status === 404
}
