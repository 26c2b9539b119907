import { LIMITS } from '../../shared/text-rules.ts'
import type { PersonName } from '../../shared/users.ts'

/** Two usernames that differ only in case are the same person's. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase()
}

/** What people are sorted by. Its beginning is enough: names of ligatures would be too long for an index of PostgreSQL. */
export function nameKey({ firstName, lastName }: PersonName): string {
  const key = `${firstName} ${lastName}`.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return key.slice(0, 2 * LIMITS.name).replace(/[\ud800-\udbff]$/, '')
}
