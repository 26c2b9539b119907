import type { Tx } from '../../server/platform/database/db.ts'
import { createAccount } from '../../server/people/accounts/service.ts'
import { FIRST_DEPARTMENTS } from '../../shared/departments.ts'
import { type Colleague, OFFICE } from '../common/office.ts'
import { randomFrom, uuidFrom } from '../common/random.ts'
import type { Staff } from './life.ts'
import { FIRST_NAMES, LAST_NAMES } from './vocabulary.ts'

const DEPARTMENTS = FIRST_DEPARTMENTS.keys

interface Newcomer extends Colleague {
  email: string
}

/** Additional people of a large office, one for about 300 requests: made-up combinations of names. */
export function newcomers(requests: number): Newcomer[] {
  const count = Math.min(Math.ceil(requests / 300), FIRST_NAMES.length * LAST_NAMES.length)
  return Array.from({ length: count }, (_, i) => {
    const firstName = FIRST_NAMES[i % FIRST_NAMES.length]!
    const lastName = LAST_NAMES[(i + Math.floor(i / FIRST_NAMES.length)) % LAST_NAMES.length]!
    const username = `${firstName}.${lastName}`.toLowerCase()
    return {
      id: uuidFrom(randomFrom(7, i)),
      firstName,
      lastName,
      username,
      email: `${username}@customs.example`,
      role: i % 25 === 0 ? 'manager' : 'user',
      department: DEPARTMENTS[i % DEPARTMENTS.length]!,
    }
  })
}

export async function hire(tx: Tx, people: Newcomer[], passwordHash: string, at: Date): Promise<void> {
  for (const { department, ...person } of people) {
    const named = FIRST_DEPARTMENTS.nameOf(department)
    await createAccount(tx, () => at, { ...person, department: named, passwordHash, isDemo: true })
  }
}

/** Everybody submits requests, a quarter of the people work on them, managers and leads move them. */
export function staffOf(people: Newcomer[]): Staff {
  const all: Colleague[] = [...Object.values(OFFICE), ...people]
  const managers = all.filter(({ role }) => role === 'manager').map(({ id }) => id)
  const workers = all.filter((_, i) => i % 4 === 0).map(({ id }) => id)
  return { requesters: all.map(({ id }) => id), managers, assignees: [...managers, ...workers] }
}
