import { foldWithin } from './fold.ts'
import { lookAlikeKey } from './look-alikes.ts'
import { LIMITS } from './text-rules.ts'
import type { PersonName } from './users.ts'

/** Key for looking up and comparing usernames: names that differ only in case or in look-alike letters get the same key. */
export function usernameKey(username: string): string {
  return lookAlikeKey(username)
}

/**
 * Key of an account older than the look-alike comparison whose common key is taken by another account. Usernames contain
 * no spaces, so it cannot collide with an ordinary key.
 */
export function collisionKey(username: string): string {
  return `${usernameKey(username)} ${plainKey(username)}`
}

function plainKey(username: string): string {
  return username.normalize('NFKC').toLowerCase()
}

/**
 * Key for looking up and comparing email addresses: case, invisible characters and compatible forms make no difference.
 * Look-alike letters do, unlike in a username: nobody can choose another address, and `anna1@` and `annal@` are two mailboxes.
 */
export function emailKey(email: string): string {
  return plainKey(email.replace(/\p{Default_Ignorable_Code_Point}/gu, '')).trim()
}

/**
 * Sorts people and finds them by the words of a search, which are folded, too. Cut off, because a name made of ligatures
 * would exceed PostgreSQL's index size.
 */
export function nameKey({ firstName, lastName }: PersonName): string {
  return foldWithin(`${firstName} ${lastName}`.trim(), LIMITS.name)
}

/** The text that a search for people matches. */
export function searchKey(person: PersonName & { username: string; email: string }): string {
  const { firstName, lastName, username, email } = person
  return foldWithin(`${firstName} ${lastName}\n${username}\n${email}`, 2 * LIMITS.name + LIMITS.username + LIMITS.email)
}
