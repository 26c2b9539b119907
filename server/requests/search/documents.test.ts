import { createHash } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { get, testApp } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import { indexFile } from '../../testing/index-file.ts'
import { indexPages, nextPages } from './pages.ts'

const office = await testApp()
const { app, db, ada, ben, dan } = office
afterAll(() => office.close())
beforeEach(() => office.reset())

const AT = '2026-03-10T09:00:00.000Z'

/** Adds a document whose text was read. @returns its checksum */
async function addDocument(requestNumber: number, id: string, pages: string[]): Promise<string> {
  const checksum = createHash('sha256').update(pages.join('\f')).digest('hex')
  const file = { checksum, store_key: checksum, size: 1, type: 'pdf' as const, stored_at: AT, text_note: null }
  const row = { id, request_number: requestNumber, checksum, name: `${id}.pdf`, size: 1, uploaded_by_id: ada.id }
  await db.write(async (tx) => {
    const texts = pages.map((text, i) => ({ checksum, page: i + 1, text }))
    const isNew = await tx
      .insertInto('files')
      .values({ ...file, text_state: 'ready', pages: pages.length })
      .onConflict((conflict) => conflict.doNothing())
      .returning('checksum')
      .executeTakeFirst()
    if (isNew) await tx.insertInto('file_pages').values(texts).execute()
    const deleted = { deleted_at: null, deleted_by_id: null }
    await tx
      .insertInto('documents')
      .values({ ...row, uploaded_at: AT, ...deleted })
      .execute()
  })
  await indexFile(db, checksum)
  return checksum
}

const setDeleted = (id: string, deleted_at: string | null) =>
  db.write((tx) => tx.updateTable('documents').set({ deleted_at }).where('id', '=', id).execute())

async function search(text: string, person = ada, more = '') {
  const { body } = await get(app, person, `/api/requests?search=${encodeURIComponent(text)}${more}`)
  return body
}
const found = async (text: string, more = '') =>
  (await search(text, ada, more)).requests.map(({ title }: { title: string }) => title)

const ask = (title: string) => buildRequest(db, { title, requesterId: ada.id, description: 'Nothing to see here.' })

test('a request is found by the text of a page of its documents, and the hit names the page', async () => {
  const { number } = await ask('Balances')
  await ask('Another')
  await addDocument(number, 'letter', ['Dear Sir or Madam', 'The MINISTRY asks for Größen of each quota.'])
  const { requests, total } = await search('grossen ministry')
  expect(total).toBe(1)
  expect(requests[0].passage).toEqual({
    source: 'document',
    text: 'The MINISTRY asks for Größen of each quota.',
    document: { id: 'letter', name: 'letter.pdf', page: 2, pages: 2 },
  })
})

test('a request is found by the name of a document, written without its accents', async () => {
  const { number } = await ask('Balances')
  await ask('Another')
  await addDocument(number, 'Décret n° 12', ['Nothing of the kind.'])
  for (const text of ['decret', 'DÉCRET 12.pdf', '"decret"']) {
    const { requests, total } = await search(text)
    expect([text, total, requests[0].title]).toEqual([text, 1, 'Balances'])
    expect(requests[0].passage).toEqual({
      source: 'document-name',
      text: 'Décret n° 12.pdf',
      document: { id: 'Décret n° 12', name: 'Décret n° 12.pdf', page: 1, pages: 1 },
    })
  }
  // Words of the name and of a page do not add up, as those of two pages do not.
  expect(await found('decret nothing')).toEqual([])
  await setDeleted('Décret n° 12', AT)
  expect(await found('decret')).toEqual([])
})

test('the name of a document does not reveal a request that is not visible', async () => {
  await office.services.settings.change({ visibility: 'own' })
  const { number } = await ask('Balances')
  await addDocument(number, 'hippopotamus', ['A page.'])
  expect((await search('hippopotamus', dan)).requests).toEqual([])
  expect((await search('hippopotamus', ada)).total).toBe(1)
})

test('all words must stand on one page', async () => {
  const { number } = await ask('Balances')
  await addDocument(number, 'letter', ['first bananas', 'second cherries'])
  expect(await found('bananas')).toEqual(['Balances'])
  expect(await found('bananas first')).toEqual(['Balances'])
  expect(await found('bananas cherries')).toEqual([])
  // Quotation marks are ignored: it is a search for the words.
  expect(await found('"first bananas"')).toEqual(['Balances'])
  expect(await found('"bananas cherries"')).toEqual([])
})

test('parts of words, short words and symbols are found as in requests', async () => {
  const { number } = await ask('Balances')
  await addDocument(number, 'letter', ['Quotas at 100% of qx_7 and a 日本語 text; art. 5'])
  for (const text of ['uota', '100%', 'qx', 'x_7', '日本', '本', 'art. 5', 'tas qx'])
    expect([text, await found(text)]).toEqual([text, ['Balances']])
  for (const text of ['100_', 'qz', 'tas qz', '語本']) expect([text, await found(text)]).toEqual([text, []])
})

test('a deleted document is not searched until it is restored', async () => {
  const { number } = await ask('Balances')
  await addDocument(number, 'letter', ['elephants'])
  await addDocument(number, 'other', ['crocodiles'])
  await setDeleted('letter', AT)
  expect(await found('crocodiles')).toEqual(['Balances'])
  expect(await found('elephants')).toEqual([])
  await setDeleted('letter', null)
  expect(await found('elephants')).toEqual(['Balances'])
  await db.write((tx) => tx.deleteFrom('documents').where('id', '=', 'letter').execute())
  expect(await found('elephants')).toEqual([])
})

test('a file is found in every request that has it', async () => {
  const one = await ask('One')
  const two = await ask('Two')
  await addDocument(one.number, 'first', ['giraffes'])
  await addDocument(two.number, 'second', ['giraffes'])
  expect(await found('giraffes')).toEqual(['Two', 'One'])
})

test('filters, order and pages count hits in documents as any other, once for each request', async () => {
  const texts = ['zebra one', 'zebra two', 'zebra three']
  for (const title of ['A zebra', 'B', 'C', 'D']) {
    const { number } = await ask(title)
    if (title !== 'B') await addDocument(number, `of ${title}`, texts)
  }
  expect(await found('zebra')).toEqual(['A zebra', 'D', 'C'])
  expect((await search('zebra')).total).toBe(3)
  expect(await found('zebra', '&sort=title&order=desc')).toEqual(['D', 'C', 'A zebra'])
  expect(await found('zebra', '&limit=2&page=2')).toEqual(['C'])
  expect(await found('zebra', '&status=completed')).toEqual([])
  expect(await found('zebra', '&priority=medium')).toHaveLength(3)
})

test('documents do not reveal requests that are not visible', async () => {
  await office.services.settings.change({ visibility: 'own' })
  const { number } = await ask('Balances')
  await addDocument(number, 'letter', ['secret hippopotamus'])
  expect((await search('hippopotamus', dan)).requests).toEqual([])
  expect((await search('hippopotamus', ada)).total).toBe(1)
  expect((await search('hippopotamus', ben)).total).toBe(1)
})

test('a long document is indexed in several steps', async () => {
  const { number } = await ask('Balances')
  const pages = Array.from({ length: 60 }, (_, i) => `page ${i} ${'with many words '.repeat(200)} mark${i}x`)
  await addDocument(number, 'book', pages)
  expect((await search('mark59x')).requests[0].passage.document).toMatchObject({
    id: 'book',
    name: 'book.pdf',
    page: 60,
  })
  expect((await search('mark7x words')).requests[0].passage.document.page).toBe(8)
})

test('a typo is corrected even if documents of many newer requests contain a part of the word', async () => {
  await ask('Warehouse balances')
  const newer = []
  for (let i = 0; i < 201; i++) newer.push((await ask('Other')).number)
  const checksum = await addDocument(newer[0]!, 'letter-0', ['The household, and whereabouts of a warehou'])
  const rows = newer.slice(1).map((request_number, i) => {
    const named = { id: `letter-${i + 1}`, request_number, checksum, name: 'letter.pdf', size: 1 }
    return { ...named, uploaded_by_id: ada.id, uploaded_at: AT, deleted_at: null, deleted_by_id: null }
  })
  const page = await nextPages(db.read, checksum, 0)
  await db.write(async (tx) => {
    await tx.insertInto('documents').values(rows).execute()
    for (const { id, request_number } of rows) {
      await indexPages(tx, { id, requestNumber: request_number }, page)
    }
  })
  expect(await search('warehosue')).toMatchObject({ total: 1, corrected: 'warehouse' })
})
