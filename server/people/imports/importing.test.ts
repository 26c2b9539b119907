import { expect, test } from 'vitest'
import type { Imported, PeopleImport } from '../../../shared/people-import.ts'
import { del, get, post, put } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { peopleOf } from '../../testing/people.ts'
import { importsOf } from '../../testing/people-imports.ts'
import { buildRole } from '../../testing/roles.ts'

const office = await officeOfFile()
const { upload, choose, lines, begin, run } = importsOf(office)
const { list, person, edit, invite, auditOf } = peopleOf(office)
const HEAD = 'full name,username,email,role,department'
const of = (...rows: string[]) => [HEAD, ...rows].join('\n')
const links = async ({ id }: PeopleImport, page = 1): Promise<Imported['invited']> =>
  (await get(office.app, office.cleo, `/api/people/imports/${id}/links?page=${page}`)).body.invited

/** People whose usernames do not look alike. */
function people(many: number) {
  return Array.from({ length: many }, (_, i) => {
    const username = `p-${i.toString(4).replaceAll('1', 'x').replaceAll('0', 'z')}`
    return `Person ${i},${username},p${i}@office.example,user,`
  })
}

test('a summary counts by role what will be done, and nothing is stored before', async () => {
  const { body } = await upload(
    of('A B,anna,a@o.example,Admin,', 'C D,carl,c@o.example,administrator,', 'E F,emil,e@o.example,user,', 'X,ada,,,'),
  )
  expect(body.summary).toEqual({
    outcomes: { invite: 3, update: 0, same: 0, refused: 1 },
    existing: 1,
    roles: [
      { role: 'admin', invited: 2, changed: 0 },
      { role: 'user', invited: 1, changed: 0 },
    ],
    unknownRoles: [{ text: '', people: 1 }],
    unknownDepartments: [],
  })
  expect((await list()).total).toBe(4)
})

test('everybody is invited, each with a link that opens, and the links come by page', async () => {
  const { body } = await upload(of(...people(503)))
  const done = await run(body)
  expect(done).toMatchObject({ state: 'done', invited: 503, updated: 0 })
  const all = [...(await links(body)), ...(await links(body, 2))]
  expect(all).toHaveLength(503)
  expect(new Set(all.map(({ username }) => username)).size).toBe(503)
  const opened = await post(office.app, null, '/api/account-links/open', { token: all.at(-1)!.link.token })
  expect(opened.body).toMatchObject({ username: all.at(-1)!.username, kind: 'invitation' })
  expect(await auditOf('user.invited')).toHaveLength(503)
})

test('roles and departments that the office does not have are listed, and chosen by hand', async () => {
  await put(office.app, office.cleo, '/api/settings/departments/compliance/retirement', {
    successor: 'it',
    openTo: null,
    peopleTo: null,
  })
  const { body } = await upload(
    of(
      'A B,anna,a@o.example,Clerk,OPERATIONS',
      'C D,carl,c@o.example,Clerk,Ports',
      'E F,emil,e@o.example,,Harbour',
      'G H,gina,g@o.example,user,Compliance',
    ),
  )
  expect(body.summary).toMatchObject({
    outcomes: { invite: 1, refused: 3 },
    unknownRoles: [
      { text: 'Clerk', people: 2 },
      { text: '', people: 1 },
    ],
    unknownDepartments: [
      { text: 'Ports', people: 1 },
      { text: 'Harbour', people: 1 },
    ],
  })
  const roles = ['Clerk', ''].map((text) => ({ text, role: 'user' }))
  const departments = [
    { text: 'Ports', department: 'security' },
    { text: 'Harbour', department: '' },
  ]
  const chosen = await choose(body, { roles, departments })
  expect(chosen.body.summary).toMatchObject({
    outcomes: { invite: 4 },
    unknownDepartments: [{ people: 1 }, { people: 1 }],
  })
  expect((await lines(body))[0]).toMatchObject({ username: 'gina', notes: ['department-successor'] })
  await run(body)
  const people = (await list('?state=invited')).people as { department: string | null }[]
  expect(people.map(({ department }) => department)).toEqual(['Operations', 'Cybersecurity', null, 'IT Development'])
})

test('existing people are updated if that is asked for, but for what a file may not change', async () => {
  const { body } = await upload(
    of(
      'Ada Quint,ada,other@o.example,manager,Compliance',
      'Ben Marlow,ben,,,',
      '"Osei-Bonsu, Dan",dan,,,',
      'Cleo Varga,cleo,,user,',
      'New One,new,new@o.example,user,',
    ),
  )
  expect(body.summary).toMatchObject({ outcomes: { invite: 1, refused: 4 }, existing: 4 })
  const { body: preview } = await choose(body, { updateExisting: true })
  expect(preview.summary).toMatchObject({
    outcomes: { invite: 1, update: 2, same: 1, refused: 1 },
    roles: [
      { role: 'manager', invited: 0, changed: 1 },
      { role: 'user', invited: 1, changed: 0 },
    ],
  })
  const [cleo, ada, dan] = await lines(body)
  expect(cleo).toMatchObject({ username: 'cleo', problems: [{ code: 'own-role' }] })
  expect(ada).toMatchObject({
    username: 'ada',
    notes: ['email-kept'],
    changes: [
      { field: 'role', from: 'user', to: 'manager' },
      { field: 'department', from: 'Operations', to: 'Compliance' },
    ],
  })
  expect(dan).toMatchObject({ changes: [{ field: 'lastName', from: 'Osei', to: 'Osei-Bonsu' }] })
  expect(await run(preview)).toMatchObject({ invited: 1, updated: 2 })
  expect(await person(office.ada.id)).toMatchObject({
    role: 'manager',
    department: 'Compliance',
    email: 'ada@office.example',
  })
  expect(await auditOf('user.changed')).toHaveLength(2)
})

test('nobody gives a role, or changes a person, that may do more than they', async () => {
  await buildRole(office.db, { id: 'desk', permissions: ['team.manage'], people: [office.dan.id] })
  office.services.sessions.forgetAll()
  const { body } = await upload(of('A B,anna,a@o.example,admin,', 'Ben M,ben,,,'), office.dan)
  const choices = { ...body.choices, updateExisting: true }
  await put(office.app, office.dan, `/api/people/imports/${body.id}/choices`, choices)
  const { lines } = (await get(office.app, office.dan, `/api/people/imports/${body.id}/lines`)).body
  expect(lines.map(({ problems }: { problems: object[] }) => problems)).toEqual([
    [{ code: 'role-above-own' }],
    [{ code: 'person-above-own' }],
  ])
  expect((await begin(body, office.dan)).statusCode).toBe(409)
})

test('whoever has become impossible since the check is left out with a reason, the others are not', async () => {
  const { body } = await upload(of('Ada Q,ada,,,', ...people(3), 'Eva Stone,eva,eva@office.example,user,'))
  const { body: preview } = await choose(body, { updateExisting: true })
  await invite({ email: 'other@office.example' })
  await edit(office.ada.id, { lastName: 'Quinn' })
  expect(await run(preview)).toMatchObject({ state: 'done', invited: 3, updated: 0 })
  const left = (await lines(body)).slice(0, 2)
  expect(left).toMatchObject([
    { username: 'ada', outcome: 'refused', problems: [{ code: 'changed-meanwhile' }] },
    { username: 'eva', outcome: 'refused', problems: [{ code: 'username-taken' }] },
  ])
  expect((await person(office.ada.id)).lastName).toBe('Quinn')
})

test('an import stops when its person may no longer manage people', async () => {
  const { body } = await upload(of(...people(2)))
  await begin(body)
  await office.db.write((tx) =>
    tx.updateTable('users').set({ role_id: 'user' }).where('id', '=', office.cleo.id).execute(),
  )
  const { importJobs } = await import('./run.ts')
  const row = await office.db.read
    .selectFrom('jobs')
    .selectAll()
    .where('kind', '=', 'import-people')
    .executeTakeFirstOrThrow()
  const job = {
    id: row.id,
    payload: JSON.parse(row.payload),
    attempt: 1,
    signal: new AbortController().signal,
    finishIn: async () => {},
  }
  await importJobs(office.services)['import-people']!(job)
  const { state } = await office.db.read.selectFrom('people_imports').select('state').executeTakeFirstOrThrow()
  expect(state).toBe('stopped')
  expect(await auditOf('user.invited')).toEqual([])
})

test('an import that is started twice imports once, and cannot be changed any more', async () => {
  const { body } = await upload(of(...people(2)))
  expect((await begin(body)).body.state).toBe('running')
  expect((await upload(of(...people(1)))).statusCode).toBe(409)
  expect((await choose(body, { updateExisting: true })).statusCode).toBe(409)
  expect(await run(body)).toMatchObject({ state: 'done', invited: 2 })
  expect((await begin(body)).statusCode).toBe(409)
  expect((await list()).total).toBe(6)
})

test('a file is its person’s alone: another replaces it, and it can be thrown away', async () => {
  const { body } = await upload(of(...people(2)))
  await buildRole(office.db, { id: 'desk', permissions: ['team.manage'], people: [office.dan.id] })
  office.services.sessions.forgetAll()
  const address = `/api/people/imports/${body.id}`
  for (const part of ['', '/lines', '/links'])
    expect((await get(office.app, office.dan, address + part)).statusCode).toBe(404)
  expect((await put(office.app, office.dan, `${address}/choices`, body.choices)).statusCode).toBe(404)
  expect((await begin(body, office.dan)).statusCode).toBe(404)
  await del(office.app, office.dan, address)
  expect((await get(office.app, office.cleo, '/api/people/imports')).body.imports).toHaveLength(1)
  const next = (await upload(of(...people(3)))).body
  expect((await get(office.app, office.cleo, address)).statusCode).toBe(404)
  await del(office.app, office.cleo, `/api/people/imports/${next.id}`)
  expect((await get(office.app, office.cleo, '/api/people/imports')).body).toEqual({ imports: [] })
  expect(await office.db.read.selectFrom('people_import_lines').select('line').execute()).toEqual([])
})

test('who does not manage people may not import any', async () => {
  expect((await upload(of(...people(1)), office.ben)).statusCode).toBe(403)
  expect((await get(office.app, office.ben, '/api/people/imports')).statusCode).toBe(403)
})
