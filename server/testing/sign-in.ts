import { get, post, type testApp } from './app.ts'
import { CAST_PASSWORD, type Person } from './cast.ts'

/** Signs in to an office, and checks whether a session is still open. */
export function signInsTo(office: Awaited<ReturnType<typeof testApp>>) {
  async function signIn(username = 'ada', password = CAST_PASSWORD, headers = {}) {
    const res = await post(office.app, null, '/api/auth/login', { username, password }, headers)
    const person: Person = { id: res.body.user?.id, username, token: res.body.token }
    return { res, person }
  }
  const validate = (person: Person) => get(office.app, person, '/api/auth/validate')
  return { signIn, validate }
}
