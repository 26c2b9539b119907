import { get, patch, post, put, type testApp } from './app.ts'

const EVA = { fullName: 'Eva Maria Stone', username: 'eva', email: 'eva@office.example', role: 'user' }

/** Reads and changes the people of an office, as Cleo unless a test names another person. */
export function peopleOf(office: Awaited<ReturnType<typeof testApp>>) {
  const invite = (more: object = {}, person = office.cleo, headers?: Record<string, string>) =>
    post(office.app, person, '/api/people', { ...EVA, ...more }, headers)
  const list = async (query = '') => (await get(office.app, office.cleo, `/api/people${query}`)).body
  const person = async (id: string) => (await get(office.app, office.cleo, `/api/people/${id}`)).body
  const edit = async (id: string, change: object, by = office.cleo) =>
    patch(office.app, by, `/api/people/${id}`, { version: (await person(id)).version, ...change })
  const deactivate = (id: string, intent: object = {}, by = office.cleo) =>
    put(office.app, by, `/api/people/${id}/deactivation`, intent)

  async function auditOf(action: string) {
    const rows = await office.db.read
      .selectFrom('audit_log')
      .select(['actor_id', 'target_id', 'details'])
      .where('action', '=', action)
      .orderBy('id')
      .execute()
    return rows.map(({ details, ...row }) => ({ ...row, details: JSON.parse(details) }))
  }

  return { invite, list, person, edit, deactivate, auditOf }
}
