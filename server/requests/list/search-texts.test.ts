import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ListedRequest } from '../../../shared/request-list.ts'
import { get, post, put, testApp } from '../../testing/app.ts'
import { buildRequest, emptyRequests } from '../../testing/build.ts'
import { CAST_PASSWORD } from '../../testing/cast.ts'

let office: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  office = await testApp()
})
afterAll(() => office.close())
beforeEach(() => emptyRequests(office.db))

const build = (wanted: Partial<Parameters<typeof buildRequest>[1]> = {}) =>
  buildRequest(office.db, { requesterId: office.ada.id, title: 'Plain', description: 'Nothing.', ...wanted })
async function list(query: Record<string, string>, who = office.ben) {
  const { statusCode, body } = await get(office.app, who, `/api/requests?${new URLSearchParams(query).toString()}`)
  expect(statusCode).toBe(200)
  return body as { requests: ListedRequest[]; total: number }
}
const found = async (search: string, more: Record<string, string> = {}, who = office.ben) =>
  (await list({ search, ...more }, who)).requests.map(({ requestId }) => requestId)
const passageOf = async (search: string) => (await list({ search })).requests.map(({ passage }) => passage)
const comment = async (id: string, text: string) =>
  expect((await post(office.app, office.ada, `/api/requests/${id}/comments`, { comment: text })).statusCode).toBe(201)

test('the request that a number names comes first, however it is written, and is counted once', async () => {
  const wanted = await build()
  const number = String(wanted.number)
  for (let i = 0; i < 12; i++) await build({ title: `Mentions ${wanted.request_id} and ${number}` })
  const year = wanted.request_id.slice(4, 8)
  const spellings = [number, number.padStart(4, '0'), `RFD-${year}-${number}`, `rfd ${year} ${number.padStart(4, '0')}`]
  for (const text of [...spellings, wanted.request_id.replaceAll('-', ''), ` ${wanted.request_id.toLowerCase()} `]) {
    expect((await found(text))[0], text).toBe(wanted.request_id)
  }
  const first = await list({ search: wanted.request_id })
  const second = await list({ search: wanted.request_id, page: '2' })
  const all = [...first.requests, ...second.requests].map(({ requestId }) => requestId)
  expect([first.total, second.total, all.length, new Set(all).size]).toEqual([13, 13, 13, 13])
})

test('a number of another year, or outside the filters, is not added to the results', async () => {
  const wanted = await build({ status: 'rejected' })
  expect(await found(`RFD-1999-${wanted.number}`)).toEqual([])
  expect(await found(wanted.request_id, { status: 'pending' })).toEqual([])
  expect(await found(`2026 ${wanted.number}`, { status: 'rejected' })).toEqual([wanted.request_id])
  expect(await found(wanted.request_id, { limit: '1' })).toEqual([wanted.request_id])
})

test('a hit in the description shows its words, one in the title needs none', async () => {
  await build({ title: 'Seal numbers', description: 'seal' })
  const long = `${'Before it. '.repeat(40)}The customs SEAL is\n\nbroken. ${'After it. '.repeat(40)}`
  await build({ description: long })
  const [inText, inTitle] = (await list({ search: 'seal', sort: 'requestId', order: 'desc' })).requests
  expect(inTitle).not.toHaveProperty('passage')
  expect(inText?.passage?.source).toBe('description')
  expect(inText?.passage?.text).toMatch(/^…it\. Before it\..*The customs SEAL is broken\. After it\..*…$/)
  expect(inText?.passage?.text.length).toBeLessThan(200)
})

test('accents, ligatures and other scripts are shown as they were typed', async () => {
  const texts = ['Die Größe ﬁndet niemand.', 'رقم الختم غير مرئي على البيان']
  for (const description of texts) await build({ description: `${'ä '.repeat(500)}${description}` })
  expect((await passageOf('GROSSE'))[0]?.text).toContain('Größe ﬁndet')
  expect((await passageOf('findet'))[0]?.text).toContain('ﬁndet')
  expect((await passageOf('الختم'))[0]?.text).toContain('رقم الختم غير مرئي')
})

test('a hit in a comment shows the words of the comment', async () => {
  const { id } = await build()
  await comment(id, 'The Plomben number is illegible.')
  await comment(id, 'Größe passt.')
  expect(await passageOf('plomben')).toEqual([{ source: 'comment', text: 'The Plomben number is illegible.' }])
  expect(await passageOf('grosse')).toEqual([{ source: 'comment', text: 'Größe passt.' }])
})

test('an excerpt shows the place with the most of the words, and not one that only has "of" or "the"', async () => {
  const filler = 'Some of the rest of it. '.repeat(40)
  await build({
    description: `Notes of the office. ${filler}A customs note. ${filler}The bureau of the customs. ${filler}`,
  })
  expect((await passageOf('bureau of the customs'))[0]?.text).toContain('bureau of the customs')
  const { id } = await build({ title: 'Zebra', description: 'A giraffe.' })
  await comment(id, 'The giraffe’s œuvre of the year.')
  await comment(id, 'Some of the rest.')
  for (let i = 0; i < 30; i++) await comment(id, `No ${i}, but of the kind.`)
  expect(await passageOf("the giraffe's oeuvre of the zebra")).toEqual([
    { source: 'comment', text: 'The giraffe’s œuvre of the year.' },
  ])
})

test('a search whose words such as "of" stand elsewhere needs no excerpt', async () => {
  await build({ title: 'Customs bureau', description: 'Of the north.' })
  expect(await passageOf('bureau of customs')).toEqual([undefined])
})

test('lists without a search carry no passages', async () => {
  await build({ description: 'seal' })
  expect((await list({})).requests[0]).not.toHaveProperty('passage')
})

test('people are found by first and last name in either order, as requester and as assignee', async () => {
  const asked = await build({ requesterId: office.dan.id })
  const given = await build({ assignedToId: office.dan.id })
  await build()
  const both = [given.request_id, asked.request_id]
  for (const text of ['dan', 'OSEI', 'Dan Osei', 'osei dan', 'ose']) {
    expect(await found(text), text).toEqual(both)
  }
  expect(await found('an')).toEqual([])
  expect(await passageOf('osei')).toEqual([undefined, { source: 'requester', text: 'Dan Osei' }])
})

test('a name goes together with words of the text', async () => {
  const wanted = await build({ requesterId: office.dan.id, description: 'About seals.' })
  await build({ requesterId: office.dan.id })
  await build({ description: 'About seals.' })
  const inText = await build({ description: 'Dan wants seals.' })
  expect(await found('dan seal')).toEqual([inText.request_id, wanted.request_id])
  expect(await found('seal dan', { status: 'rejected' })).toEqual([])
  const byBoth = await build({ requesterId: office.dan.id, assignedToId: office.cleo.id })
  expect(await found('cleo dan')).toEqual([byBoth.request_id])
})

test('a person with a changed name is found by the new one, with and without accents', async () => {
  const { request_id } = await build({ requesterId: office.dan.id })
  const profile = { firstName: 'Danïel', lastName: 'Adu-Öze', email: 'dan@office.example', department: 'Compliance' }
  expect((await put(office.app, office.dan, '/api/profile', profile)).statusCode).toBe(200)
  for (const text of ['daniel', 'öze', 'adu', 'DANÏEL oze']) expect(await found(text), text).toEqual([request_id])
  expect(await found('osei')).toEqual([])
})

test.each([
  ['Hans', 'Strauß', 'strauss'],
  ['Yıldız', 'Öz', 'Yıldız'],
  ['Γιώργος', 'Αλεξίου', 'Γιώργος'],
  ['রহিম', 'উদ্দিন', 'রহিম'],
  ['민수', '김', '민수'],
])('%s %s is found by the name “%s”', async (firstName, lastName, typed) => {
  const { request_id } = await build({ requesterId: office.dan.id })
  const profile = { firstName, lastName, email: 'dan@office.example', department: 'Compliance' }
  expect((await put(office.app, office.dan, '/api/profile', profile)).statusCode).toBe(200)
  expect(await found(typed)).toEqual([request_id])
})

test('pages of hits by name show every request once', async () => {
  for (let i = 0; i < 25; i++) {
    await build({
      requesterId: office.cleo.id,
      assignedToId: i % 2 ? office.cleo.id : null,
      title: i % 3 ? 'Cleo' : 'A',
    })
  }
  const pages = await Promise.all(['1', '2', '3'].map((page) => list({ search: 'cleo', page })))
  expect(pages.map(({ total }) => total)).toEqual([25, 25, 25])
  expect(new Set(pages.flatMap(({ requests }) => requests.map(({ id }) => id))).size).toBe(25)
  const sorted = await list({ search: 'cleo', sort: 'title', limit: '30' })
  expect([sorted.total, sorted.requests.length]).toEqual([25, 25])
})

test('words that form one person’s name match only that person', async () => {
  const rename = async (who: typeof office.ada, firstName: string, lastName: string) => {
    const profile = { firstName, lastName, email: `${lastName}@office.example`, department: 'Compliance' }
    expect(
      (await put(office.app, who, '/api/profile', { ...profile, currentPassword: CAST_PASSWORD })).statusCode,
    ).toBe(200)
  }
  await rename(office.ada, 'Mara', 'Quint')
  await rename(office.dan, 'Mara', 'Osei')
  const wanted = await build({ requesterId: office.dan.id, assignedToId: office.cleo.id })
  const alsoWanted = await build({ requesterId: office.dan.id })
  await build({ requesterId: office.ada.id, description: 'Osei wants it.' })
  const inText = await build({ requesterId: office.cleo.id, description: 'Osei asked on behalf of Mara.' })
  const all = [inText, alsoWanted, wanted].map(({ request_id }) => request_id)
  expect(await found('mara osei')).toEqual(all)
  expect(await found('osei ma')).toEqual(all)
  expect(await found('cleo mara osei')).toEqual([inText.request_id, wanted.request_id])
  expect(await found('mara osei behalf')).toEqual([inText.request_id])
})
