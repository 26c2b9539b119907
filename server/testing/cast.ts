import type { Config } from '../config.ts'
import type { Services } from '../services.ts'
import { startSession, tokenFor } from '../people/sign-in/service.ts'
import { hashPassword } from '../people/accounts/passwords.ts'
import { createAccount } from '../people/accounts/service.ts'

/** A signed-in person of a test. */
export interface Person {
  id: string
  username: string
  token: string
}

export const CAST_PASSWORD = 'correct horse battery'

const CAST = {
  ada: { username: 'ada', firstName: 'Ada', lastName: 'Quint', role: 'user', department: 'Operations' },
  ben: { username: 'ben', firstName: 'Ben', lastName: 'Marlow', role: 'manager', department: 'IT Development' },
  cleo: { username: 'cleo', firstName: 'Cleo', lastName: 'Varga', role: 'admin', department: 'Cybersecurity' },
  dan: { username: 'dan', firstName: 'Dan', lastName: 'Osei', role: 'user', department: 'Compliance' },
} as const

type Name = keyof typeof CAST

interface Deps extends Pick<Services, 'db' | 'clock' | 'settings'> {
  config: Pick<Config, 'passwordCost' | 'secretKey'>
}

/** Ada asks, Ben manages, Cleo administers, Dan is another user. Each has one session; all have the same password. */
export async function buildCast(deps: Deps): Promise<Record<Name, Person>> {
  const { db, clock, config, settings } = deps
  const passwordHash = await hashPassword(CAST_PASSWORD, config.passwordCost)
  const policy = await settings.policy()
  const origin = { address: '127.0.0.1', userAgent: 'test' }
  const people: [Name, Person][] = await db.write(async (tx) => {
    const built: [Name, Person][] = []
    for (const name of Object.keys(CAST) as Name[]) {
      const account = { ...CAST[name], id: `user-${name}`, email: `${name}@office.example`, passwordHash }
      const { id, username } = await createAccount(tx, clock, account)
      const { session } = await startSession(tx, { userId: id, origin, policy, now: clock() })
      built.push([name, { id, username, token: tokenFor(session, config.secretKey) }])
    }
    return built
  })
  return Object.fromEntries(people) as Record<Name, Person>
}
