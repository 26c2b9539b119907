import { expect, test } from 'vitest'
import { usernameKey } from '../../../shared/account-keys.ts'
import { IMPORT_LIMITS } from '../../../shared/people-import.ts'
import { countEventLoopTurns } from '../../testing/loop-turns.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { columnsOf, importsOf } from '../../testing/people-imports.ts'
import { readPeopleFile } from './file.ts'

const office = await officeOfFile()
const { upload, choose, lines, problems } = importsOf(office)
const HEAD = 'full name,username,email,role,department'
const LENA = { firstName: 'Lena', lastName: 'Marsh', username: 'lena', email: 'lena@office.example', role: 'user' }

test.each([
  ['sep= before semicolons', 'sep=;\r\nFull name;Username;Email;Role\r\nLena Marsh;lena;lena@office.example;User', 3],
  ['sep= of another sign', '\ufeff"sep=|"\nName|Login|Mail|Role\nLena Marsh|lena|lena@office.example|User', 3],
  [
    'sep= that was saved again',
    'sep=;;;;\r\nFull name;Login ID;E-mail;Role\r\nLena Marsh;lena;lena@office.example;User',
    3,
  ],
  ['bars', 'First and last name|User login|Official e-mail|User type\nLena Marsh|lena|lena@office.example|user', 2],
  ['semicolons in another order', 'Role;E-mail;Display name;Login\nuser;lena@office.example;"Marsh, Lena";lena', 2],
  ['tabs', 'Email address\tUSER NAME\tGiven name\tSurname\tRole\nlena@office.example\tlena\tLena\tMarsh\tuser', 2],
  ['lines of old Macs', 'First name,Last name,User,E-Mail,Role\rLena,Marsh,lena,lena@office.example,user', 2],
  [
    'headings of an account export',
    'First Name [Required],Last Name [Required],Email Address [Required],User ID,Role\nLena,Marsh,lena@office.example,lena,User',
    2,
  ],
  [
    'headings of a directory',
    'dn,cn,givenName,sn,uid,mail,role\n"uid=lena,ou=x",L. M.,Lena,Marsh,lena,lena@office.example,user',
    2,
  ],
  [
    'remarks at its headings',
    'No.|Family name(s)|Given name(s)*|Login name|Work e-mail address:|Access level\n1|Marsh|Lena|lena|lena@office.example|user',
    2,
  ],
  [
    'a title line',
    'Staff list of 1 November; draft;;\nName;User name;E-mail;Role\nLena Marsh;lena;lena@office.example;user',
    3,
  ],
  [
    'a title with commas',
    'Staff, drivers, clerks, guards\n\nName;User name;E-mail;Role\nLena Marsh;lena;lena@office.example;user',
    4,
  ],
  ['blanks around sep', 'SEP = ;\nName;Login;Mail;Role\nLena Marsh;lena;lena@office.example;user', 3],
  ['both names', 'Name,First Name,Last Name,Account,Mail,Role\nM. L.,Lena,Marsh,lena,lena@office.example,user', 2],
])('a file with %s is read', async (_, csv, line) => {
  const { statusCode, body } = await upload(csv)
  expect(statusCode).toBe(201)
  expect(body).toMatchObject({ state: 'open', people: 1, missing: [], summary: { outcomes: { invite: 1 } } })
  expect(await lines(body)).toMatchObject([{ ...LENA, line, problems: [] }])
})

test('the line of a person is where it begins, behind empty lines and line breaks in cells', async () => {
  const csv = `${HEAD}\n\n"Lena\nMarsh",lena,lena@office.example,user,\n\nEva Stone,eva,eva@office.example,user,\n`
  const result = await lines((await upload(csv)).body)
  expect(result.map(({ line, username }: typeof LENA & { line: number }) => [line, username])).toEqual([
    [3, 'lena'],
    [6, 'eva'],
  ])
})

test('a file in another encoding is read, and says in which', async () => {
  const { body } = await upload(Buffer.from('Name,Login,Mail,Role\nP\xe9ter K\xf6nig,peter,p@o.example,user', 'latin1'))
  expect(body.encoding).toBe('windows-1252')
  expect(await lines(body)).toMatchObject([{ firstName: 'Péter', lastName: 'König' }])
})

test.each([
  ['', 'This file is empty.'],
  [HEAD, 'This file has only one line: it names the columns, but no people follow.'],
  [`${HEAD}\nA B,a,a@o.example,user,\n"open,x,x@o.example,user,\nC,c,c@o.example,user,`, /^Line 3: a quotation mark/],
  [`sep=,\n${HEAD}\nA "B",a,a@o.example,user,`, /^Line 3: a quotation mark/],
  [`${HEAD}\n"A\nB"x,a,a@o.example,user,`, /^Line 2: a quotation mark/],
  [
    'name,e-mail,login,E-Mail\nx,y,z,w',
    'Line 1: columns 2 and 4 have the same heading, “e-mail”. Rename or remove one of them.',
  ],
  [`\u0000${HEAD}\nx`, 'This is no text file.'],
])('what cannot be read is refused with a sentence: %#', async (csv, message) => {
  const { statusCode, body } = await upload(csv)
  expect(statusCode).toBe(400)
  expect(body.details).toEqual([{ path: 'file', message: expect.stringMatching(message) }])
})

test('equal headings of columns that are not needed are no trouble', async () => {
  const { body } = await upload('Notes,Name,Login,Mail,Notes,Role\n,Lena Marsh,lena,lena@office.example,,user')
  expect(await lines(body)).toMatchObject([{ ...LENA, problems: [] }])
})

test('too many people and too large a file are refused with a sentence that names the limit', async () => {
  const rows = Array.from({ length: IMPORT_LIMITS.people + 1 }, (_, i) => `X,x${i},x${i}@o.example,user,`)
  const many = await upload([HEAD, ...rows].join('\n'))
  expect([many.statusCode, many.body.error]).toEqual([
    400,
    'This file has more than 10,000 people, which is the most for one import. Split it.',
  ])
  const large = await upload('x'.repeat(IMPORT_LIMITS.bytes + 1))
  expect([large.statusCode, large.body.error]).toEqual([413, 'This file is larger than 5 MB. Split it.'])
})

test('where no heading fits, the columns are chosen by hand', async () => {
  const { body } = await upload('Nom,Identifiant,Courriel,Droit\nLena Marsh,lena,lena@office.example,user')
  expect(body).toMatchObject({ missing: ['fullName', 'username', 'email'], summary: { outcomes: { refused: 1 } } })
  expect(body.columns[2]).toEqual({ heading: 'Courriel', samples: ['lena@office.example'] })
  const chosen = await choose(body, { columns: columnsOf('fullName', 'username', 'email', 'role') })
  expect(chosen.body).toMatchObject({ missing: [], summary: { outcomes: { invite: 1, refused: 0 } } })
  expect(await lines(body)).toMatchObject([{ ...LENA, problems: [] }])
  const beyond = await choose(body, { columns: { ...columnsOf('fullName', 'username', 'email'), role: 4 } })
  expect(beyond).toMatchObject({ statusCode: 400, body: { details: [{ path: 'columns.role' }] } })
})

test('one column may be the username and the address', async () => {
  const { body } = await upload('Name,Mail,Role\nLena Marsh,lena@office.example,user')
  expect(body.missing).toEqual(['username'])
  await choose(body, { columns: { ...body.choices.columns, username: 1 } })
  expect(await lines(body)).toMatchObject([{ username: 'lena@office.example', outcome: 'invite' }])
})

test.each([
  ['no address', 'X,xaver,nowhere,user,', [{ code: 'invalid', field: 'email' }]],
  ['no name', ',xaver,x@o.example,user,', [{ code: 'missing', field: 'firstName' }]],
  ['a username with a sign', 'X,xa ver,x@o.example,user,', [{ code: 'invalid', field: 'username' }]],
  ['a name that is too long', `${'x'.repeat(101)},xaver,x@o.example,user,`, [{ code: 'too-long', field: 'firstName' }]],
  ['no role', 'X,xaver,x@o.example,,', [{ code: 'missing', field: 'role' }]],
  ['a formula', '=HYPERLINK(1),xaver,x@o.example,user,', [{ code: 'formula' }]],
  [
    'a comma too many',
    'Stone, Eva,eva,e@o.example,user,,x',
    [
      { code: 'more-cells-than-columns' },
      { code: 'invalid', field: 'email' },
      { code: 'role-unknown' },
      { code: 'department-unknown' },
    ],
  ],
  ['an account’s username', 'X,АDA,x@o.example,user,', [{ code: 'username-taken' }]],
  ['an account’s address', 'X,xaver,ADA@office.example,user,', [{ code: 'email-taken' }]],
  ['an account’s address as username', 'X,Ada@office.example,x@o.example,user,', [{ code: 'username-is-address' }]],
])('a line with %s is left out and says why', async (_, line, expected) => {
  const [[, messages]] = await problems(`${HEAD}\n${line}`)
  expect(messages).toHaveLength(expected.length)
  expect(messages).toEqual(expect.arrayContaining(expected))
})

test('an account’s username as address is named before anybody is invited', async () => {
  const username = 'dan@home.example'
  await office.db.write((tx) =>
    tx
      .updateTable('users')
      .set({ username, username_key: usernameKey(username) })
      .where('id', '=', office.dan.id)
      .execute(),
  )
  expect(await problems(`${HEAD}\nX,xaver,DAN@home.example,user,`)).toEqual([[2, [{ code: 'address-is-username' }]]])
})

test('the search for a quotation mark at fault in a large file takes many turns of the event loop', async () => {
  const quoted = `${HEAD}\n${'"a",'.repeat(200_000)}"open`
  // Each mark is looked at: 400,000, at most 5,000 a turn. Read without a database: waiting for one takes turns, too.
  const turns = await countEventLoopTurns(() =>
    expect(readPeopleFile(quoted)).rejects.toThrow('Line 2: a quotation mark'),
  )
  expect(turns).toBeGreaterThanOrEqual(80)
})

test('lines that repeat a username or an address name the line before, and come first', async () => {
  const csv = [
    HEAD,
    'A B,bill,b@o.example,user,',
    'C D,carl,c@o.example,user,',
    'E F,biII,f@o.example,user,',
    'G H,gina,C@o.example,user,',
  ].join('\n')
  expect(await problems(csv)).toEqual([
    [4, [{ code: 'username-in-line', line: 2 }]],
    [5, [{ code: 'email-in-line', line: 3 }]],
    [2, []],
    [3, []],
  ])
})
