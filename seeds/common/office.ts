import { FIRST_DEPARTMENTS } from '../../shared/departments.ts'
import type { Department } from '../../shared/requests.ts'
import type { Tx } from '../../server/platform/database/db.ts'
import { createAccount } from '../../server/people/accounts/service.ts'
import { randomFrom, seedOf, uuidFrom } from './random.ts'

export interface Colleague {
  id: string
  firstName: string
  lastName: string
  role: 'user' | 'manager' | 'admin'
  department: Department
  /** username for signing in: the short name below, except for the three demo accounts */
  username: string
}

function colleague(
  firstName: string,
  lastName: string,
  role: Colleague['role'],
  department: Department,
  username = firstName
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase(),
): Colleague {
  return { id: uuidFrom(randomFrom(seedOf(username))), firstName, lastName, role, department, username }
}

/** The people of the demo office, by the short names used in the stories. All of them are invented. */
export const OFFICE = {
  grace: colleague('Grace', 'Mensah', 'admin', 'it', 'admin'),
  nadia: colleague('Nadia', 'Osei', 'manager', 'operations', 'manager'),
  tomas: colleague('Tomas', 'Lindqvist', 'user', 'operations', 'user'),
  samuel: colleague('Samuel', 'Adeyemi', 'manager', 'it'),
  ravi: colleague('Ravi', 'Menon', 'manager', 'data'),
  huda: colleague('Huda', 'Saleh', 'manager', 'security'),
  daniel: colleague('Daniel', 'Petrov', 'manager', 'operations'),
  elena: colleague('Elena', 'Marku', 'manager', 'compliance'),
  jonas: colleague('Jonas', 'Brandt', 'user', 'it'),
  pavel: colleague('Pavel', 'Horák', 'user', 'it'),
  mai: colleague('Mai', 'Tran', 'user', 'data'),
  sunniva: colleague('Sunniva', 'Dahl', 'user', 'data'),
  kiri: colleague('Kiri', 'Parata', 'user', 'security'),
  awa: colleague('Awa', 'Ndoye', 'user', 'operations'),
  mateo: colleague('Mateo', 'Quiroga', 'user', 'operations'),
  yusuf: colleague('Yusuf', 'Karimi', 'user', 'compliance'),
  lucia: colleague('Lucía', 'Ferrer', 'user', 'compliance'),
} as const satisfies Record<string, Colleague>

export type Name = keyof typeof OFFICE

/**
 * Creates the accounts of the demo office, all with one password and marked as demo accounts.
 * @param passwordHash from `hashPassword`
 * @param openedAt creation time of the accounts
 */
export async function openOffice(tx: Tx, passwordHash: string, openedAt: Date): Promise<void> {
  for (const { department, ...person } of Object.values<Colleague>(OFFICE)) {
    const email = `${plain(person.firstName)}.${plain(person.lastName)}@customs.example`
    const account = { ...person, department: FIRST_DEPARTMENTS.nameOf(department), email, passwordHash, isDemo: true }
    await createAccount(tx, () => openedAt, account)
  }
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
}
