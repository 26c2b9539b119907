import { FIRST_DEPARTMENTS } from '../../shared/departments.ts'
import type { SignedInUser } from '../../shared/users.ts'

export function buildToken(issued: Date, parts: { payload?: string } = {}): string {
  const encode = (text: string) => btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
  const payload = parts.payload ?? JSON.stringify({ iat: Math.floor(issued.getTime() / 1000), sub: 'ada' })
  return `${encode('{"alg":"HS256"}')}.${encode(payload)}.signature`
}

export function buildUser(more: Partial<SignedInUser> = {}): SignedInUser {
  return {
    id: 'ada',
    firstName: 'Ada',
    lastName: 'Asks',
    role: 'user',
    roleName: 'User',
    seeing: null,
    dashboard: null,
    username: 'ada',
    email: 'ada@office.example',
    department: null,
    permissions: ['requests.create'],
    officeTimeZone: 'UTC',
    officeName: 'Customs Trade System Programme',
    officeWorkingDays: [1, 2, 3, 4, 5],
    officeHolidays: [],
    departments: [...FIRST_DEPARTMENTS.all],
    ...more,
  }
}
