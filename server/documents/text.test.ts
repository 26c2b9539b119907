import { afterAll, beforeEach, expect, test } from 'vitest'
import { PAGE_BYTES } from '../../shared/paging.ts'
import { get, testApp } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'
import { buildDocument } from '../testing/documents.ts'

const office = await testApp()
const { app, db, services, ada, ben, dan } = office
afterAll(() => office.close())
beforeEach(() => office.reset())

async function buildText(texts: string[], pages: number | null = texts.length) {
  const request = await buildRequest(db, { requesterId: ada.id })
  const content = Buffer.from(texts.join())
  const id = await buildDocument(services, { content, requestNumber: request.number, uploadedById: ada.id })
  await db.write(async (tx) => {
    const { checksum } = await tx
      .updateTable('files')
      .set({ text_state: 'ready', pages })
      .returning('checksum')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('file_pages')
      .values(texts.map((text, i) => ({ checksum, page: i + 1, text })))
      .execute()
  })
  return id
}
const read = (id: string, query = '', person = ada) => get(app, person, `/api/documents/${id}/text${query}`)

test('the text of a document is read page by page', async () => {
  const id = await buildText(['first', 'second', 'third'])
  expect((await read(id)).body).toEqual({
    state: 'ready',
    note: null,
    pageCount: 3,
    pages: [
      { number: 1, text: 'first' },
      { number: 2, text: 'second' },
      { number: 3, text: 'third' },
    ],
  })
  expect((await read(id, '?from=3')).body.pages).toEqual([{ number: 3, text: 'third' }])
  expect((await read(id, '?from=4')).body.pages).toEqual([])
  expect((await read(id, '?from=0')).statusCode).toBe(400)
})

test('one answer holds pages up to its size limit, and the next one continues from there', async () => {
  const id = await buildText(Array.from({ length: 9 }, () => 'x'.repeat(PAGE_BYTES / 4)))
  const { pages } = (await read(id)).body
  expect(pages).toHaveLength(4)
  expect((await read(id, '?from=5')).body.pages[0].number).toBe(5)
})

test('a format without pages counts its parts', async () => {
  const id = await buildText(['first part', 'second part'], null)
  expect((await read(id)).body).toMatchObject({ pageCount: 2, pages: [{ number: 1 }, { number: 2 }] })
})

test('nothing of a text is shown before all of it was read', async () => {
  const id = await buildText(['half'])
  await db.write((tx) => tx.updateTable('files').set({ text_state: 'waiting', pages: null }).execute())
  expect((await read(id)).body).toEqual({ state: 'waiting', note: null, pageCount: 0, pages: [] })
})

test('who may not see the request does not see the text, nor does anybody see that of a deleted document', async () => {
  const id = await buildText(['secret'])
  await services.settings.change({ visibility: 'own' })
  expect((await read(id, '', dan)).statusCode).toBe(404)
  expect((await read(id, '', ben)).statusCode).toBe(200)
  expect((await read('nothing')).statusCode).toBe(404)
  await db.write((tx) => tx.updateTable('documents').set({ deleted_at: '2020-01-01T00:00:00.000Z' }).execute())
  expect((await read(id, '', ben)).statusCode).toBe(404)
})
