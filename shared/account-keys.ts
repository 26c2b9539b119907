import { foldWithin } from './fold.ts'
import { lookAlikeKey } from './look-alikes.ts'
import { LIMITS } from './text-rules.ts'
import type { PersonName } from './users.ts'

/** What a username is looked up and compared by: names that differ only in case or in letters that look alike are one person's. */
export function usernameKey(username: string): string {
  return lookAlikeKey(username)
}

/**
 * The key of an account that had its name before look-alikes were compared, when another one holds the common key. No username
 * holds a blank, so nobody else's key is like this.
 */
export function clashingKey(username: string): string {
  return `${usernameKey(username)} ${plainKey(username)}`
}

function plainKey(username: string): string {
  return username.normalize('NFKC').toLowerCase()
}

/** What people are sorted by. Its beginning is enough: names of ligatures would be too long for an index of PostgreSQL. */
export function nameKey({ firstName, lastName }: PersonName): string {
  const key = `${firstName} ${lastName}`.trim().normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return key.slice(0, 2 * LIMITS.name).replace(/[\ud800-\udbff]$/, '')
}

/** What a search for people looks through. */
export function searchKey(person: PersonName & { username: string; email: string }): string {
  const { firstName, lastName, username, email } = person
  return foldWithin(`${firstName} ${lastName}\n${username}\n${email}`, 2 * LIMITS.name + LIMITS.username + LIMITS.email)
}
