import type { PersonName } from '../../shared/users.ts'

/** Two usernames that differ only in case are the same person's. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase()
}

/** What people are sorted by. */
export function nameKey({ firstName, lastName }: PersonName): string {
  return `${firstName} ${lastName}`.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}
