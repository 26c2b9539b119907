import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import type { Db } from '../../platform/database/db.ts'
import { get, post, testApp } from '../../testing/app.ts'
import { pdfOf } from '../../testing/sample-files.ts'
import { ActiveTransfers } from './active-transfers.ts'
import { receivePiece } from './service.ts'

const office = await testApp()
afterAll(() => office.close())

test('a file whose commit was not answered keeps its content', async () => {
  const { app, db, services, ada } = office
  const content = pdfOf('unanswered', 1000)
  const { id } = (await post(app, ada, '/api/uploads', { name: 'a.pdf', size: content.length })).body
  const unanswered: Db = {
    ...db,
    write: async (work) => {
      await db.write(work)
      throw new Error('Connection terminated')
    },
  }
  const piece = { offset: 0, length: content.length, bytes: Readable.from([content], { objectMode: false }) }
  const actor = (await services.sessions.find(ada.token))!
  const deps = { ...services, db: unanswered, transfers: new ActiveTransfers() }
  await expect(receivePiece(deps, actor, id, piece)).rejects.toThrow('Connection terminated')

  expect((await get(app, ada, `/api/uploads/${id}`)).body).toMatchObject({ received: content.length, type: 'pdf' })
  const { store_key } = await db.read.selectFrom('files').select('store_key').executeTakeFirstOrThrow()
  const stored = await (await services.files.read(store_key)).toArray()
  expect(Buffer.concat(stored)).toEqual(content)
})
