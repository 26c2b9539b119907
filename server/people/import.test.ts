import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { get, post, testApp } from '../testing/app.ts'

let office: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  office = await testApp()
})
beforeEach(() => office.reset())
afterAll(() => office.close())

const HEAD = 'full name,username,email,role,department'
const preview = (csv: string) => post(office.app, office.cleo, '/api/people/imports/preview', { csv })
const rowsOf = async (...lines: string[]) => (await preview([HEAD, ...lines].join('\n'))).body.rows
/** A file with `many` people whose usernames do not look alike, and additional lines. */
const file = (many: number, ...more: string[]) => [HEAD, ...people(many), ...more].join('\n')
const importFile = (csv: string, people: number, headers?: Record<string, string>) =>
  post(office.app, office.cleo, '/api/people/imports', { csv, people }, headers)
const importAll = (many: number, headers?: Record<string, string>) => importFile(file(many), many, headers)
const total = async () => (await get(office.app, office.cleo, '/api/people')).body.total

function people(many: number) {
  return Array.from({ length: many }, (_, i) => {
    const username = `p-${i.toString(4).replaceAll('1', 'x').replaceAll('0', 'z')}`
    return `Person ${i},${username},p${i}@office.example,user,`
  })
}

test('a preview says line by line what will be made, and stores nothing', async () => {
  const rows = await rowsOf(
    'Maria Stone,maria,maria@office.example,User,Operations',
    '"Stone, Sukarno",sukarno,s@office.example,manager,',
  )
  expect(rows).toEqual([
    {
      line: 2,
      fullName: 'Maria Stone',
      username: 'maria',
      email: 'maria@office.example',
      role: 'user',
      department: 'Operations',
      problems: [],
      notes: [],
    },
    {
      line: 3,
      fullName: 'Stone, Sukarno',
      username: 'sukarno',
      email: 's@office.example',
      role: 'manager',
      department: '',
      problems: [],
      notes: [],
    },
  ])
  expect(await total()).toBe(4)
})

test.each([
  [
    'an account’s username',
    'X,АDA,x@office.example,user,',
    'Another account has this username, or one that looks like it',
  ],
  ['no address', 'X,xaver,nowhere,user,', 'Please enter a valid email address'],
  ['no such role', 'X,xaver,x@office.example,emperor,', 'There is no such role'],
  ['no such department', 'X,xaver,x@office.example,user,Nowhere', 'The office has no such department'],
  ['no role', 'X,xaver,x@office.example,,', 'Role is required'],
  ['no name', ',xaver,x@office.example,user,', 'Full name is required'],
  ['a formula', '=HYPERLINK(1),xaver,x@office.example,user,', 'A cell must not begin with = + - or @'],
  ['a formula as department', 'X,xaver,x@office.example,user,+1', 'A cell must not begin with = + - or @'],
])('a line with %s says why nothing will be made of it', async (_, line, problem) => {
  const [row] = await rowsOf(line)
  expect(row.problems).toContain(problem)
})

test('a line with the address of an account or of a line before is left out, whatever the case', async () => {
  const deactivated_at = '2026-01-01T00:00:00.000Z'
  await office.db.write((tx) =>
    tx.updateTable('users').set({ deactivated_at }).where('id', '=', office.dan.id).execute(),
  )
  const rows = await rowsOf(
    'A B,anna,ADA@office.example,user,',
    'C D,carl,c@office.example,user,',
    'E F,emil,C@Office.example,user,',
    'G H,gina,dan@office.EXAMPLE,user,',
  )
  expect(rows.map(({ problems }: { problems: string[] }) => problems)).toEqual([
    ['Another account has this email address'],
    [],
    ['A line before has this email address'],
    ['Another account has this email address'],
  ])
})

test('a name with a comma begins with the last name', async () => {
  const { body } = await importFile([HEAD, '"van der Bell, Anna",anna,anna@office.example,user,'].join('\n'), 1)
  expect(body.invited).toMatchObject([{ fullName: 'Anna van der Bell' }])
  const { people } = (await get(office.app, office.cleo, '/api/people?search=anna')).body
  expect(people).toMatchObject([{ firstName: 'Anna', lastName: 'van der Bell' }])
})

test('of two lines with usernames that look alike the second one is left out', async () => {
  const rows = await rowsOf('A B,bill,b@office.example,user,', 'C D,biII,c@office.example,user,')
  expect(rows.map(({ problems }: { problems: string[] }) => problems)).toEqual([
    [],
    ['A line before has this username, or one that looks like it'],
  ])
})

test.each([
  ['semicolons', 'Username;Full Name;EMAIL;Role\nmaria;Maria Stone;m@office.example;user'],
  ['tabs', 'username\tfull name\temail\trole\nmaria\tMaria Stone\tm@office.example\tuser'],
  [
    'a mark at the beginning and Windows lines',
    '\ufeffusername,full name,email,role\r\nmaria,Maria Stone,m@office.example,user\r\n\r\n',
  ],
])('a file with %s is read', async (_, csv) => {
  const { body } = await preview(csv)
  expect(body.rows).toMatchObject([{ username: 'maria', fullName: 'Maria Stone', problems: [] }])
})

test.each([
  ['', 'This file is empty.'],
  ['name,mail\nx,y', /^The first line must name the columns/],
  [`${HEAD}\n"open,x,x@office.example,user,`, /quotation mark/],
  // Only as many lines are read as it takes to refuse it, so the message names no number.
  [
    [HEAD, ...Array.from({ length: 700 }, (_, i) => `X ${i},x${i},x@o.example,user,`)].join('\n'),
    /time\. This file has more\.$/,
  ],
  ['x'.repeat(200 * 1024 + 1), 'At most 200 kB'],
])('what is no file of people is refused with a sentence', async (csv, message) => {
  const { statusCode, body } = await preview(csv)
  expect(statusCode).toBe(400)
  expect(body.details[0].path).toBe('csv')
  expect(body.details[0].message).toMatch(message)
})

test('all people of an import are invited in one act, each with a link that opens', async () => {
  const res = await importAll(12)
  expect(res.statusCode).toBe(201)
  expect(res.body.invited).toHaveLength(12)
  expect(await total()).toBe(16)
  for (const { username, link } of res.body.invited) {
    const opened = await post(office.app, null, '/api/account-links/open', { token: link.token })
    expect(opened.body).toMatchObject({ username, kind: 'invitation' })
  }
  const log = await office.db.read.selectFrom('audit_log').select('id').where('action', '=', 'user.invited').execute()
  expect(log).toHaveLength(12)
})

test('an import that is sent twice invites once, with the same links', async () => {
  const key = { 'idempotency-key': 'once' }
  const [one, other] = [await importAll(5, key), await importAll(5, key)]
  expect(other).toMatchObject({ statusCode: 201, body: one.body })
  expect(await total()).toBe(9)
})

test('lines with problems are left out, as their preview says', async () => {
  const res = await importFile(file(3, 'X,BEN,b@office.example,user,', 'Y,yara,nowhere,user,'), 3)
  expect(res.body.invited.map(({ fullName }: { fullName: string }) => fullName)).toEqual([
    'Person 0',
    'Person 1',
    'Person 2',
  ])
})

test('an outdated preview invites nobody', async () => {
  const csv = file(2, 'Eva Stone,eva,eva@office.example,user,')
  expect((await preview(csv)).body.rows).toHaveLength(3)
  const eva = { fullName: 'Eva', username: 'EVA', email: 'e@office.example', role: 'user' }
  await post(office.app, office.cleo, '/api/people', eva)
  expect(await importFile(csv, 3)).toMatchObject({ statusCode: 409, body: { code: 'stale-preview' } })
  expect(await total()).toBe(5)
})

test('two who import the same people at the same moment invite them once', async () => {
  const answers = await Promise.all([importAll(4), importAll(4)])
  const codes = answers.map(({ statusCode }) => statusCode).sort()
  expect(codes[0]).toBe(201)
  expect(codes[1]).toBe(409)
  expect(await total()).toBe(8)
})

test('no more than five hundred are invited at once, and those are', async () => {
  expect((await importAll(501)).statusCode).toBe(400)
  expect((await importAll(500)).body.invited).toHaveLength(500)
})
