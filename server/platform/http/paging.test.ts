import { expect, test } from 'vitest'
import type { Comment } from '../../../shared/comments.ts'
import { PAGE_BYTES } from '../../../shared/paging.ts'
import { LIMITS } from '../../../shared/text.ts'
import type { HistoryEntry } from '../../../shared/request-history.ts'
import { orderedId } from '../database/ordered-id.ts'
import { get, patch } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { buildRequest } from '../../testing/build.ts'

const office = await officeOfFile()

/** The pages from the newest back, each through the link of the previous one. */
async function pagesFrom<T>(first: string): Promise<T[][]> {
  const pages: T[][] = []
  for (let url: string | undefined = first; url !== undefined;) {
    const { statusCode, body, headers } = await get(office.app, office.ben, url)
    expect(statusCode).toBe(200)
    pages.push(body)
    url = /^<([^>]+)>; rel="next"$/.exec(String(headers['link'] ?? ''))?.[1]
  }
  return pages
}

async function discussed(comments: string[]) {
  const { db, ada, clock } = office
  const request = await buildRequest(db, { requesterId: ada.id })
  await db.write(async (tx) => {
    for (const comment of comments) {
      const values = { id: orderedId(clock()), request_number: request.number, author_id: ada.id, comment }
      await tx
        .insertInto('comments')
        .values({ ...values, created_at: clock().toISOString() })
        .execute()
    }
  })
  return request
}

test('a long discussion is paged from its newest comments back, each page oldest first, without duplicates or gaps', async () => {
  const remarks = Array.from({ length: 120 }, (_, i) => `Remark ${i}`)
  const { id } = await discussed(remarks)
  const texts = (pages: Comment[][]) => pages.map((page) => page.map(({ comment }) => comment))
  const url = `/api/requests/${id}/comments`
  expect(texts(await pagesFrom(url))).toEqual([remarks.slice(70), remarks.slice(20, 70), remarks.slice(0, 20)])
  const [newest, ...earlier] = texts(await pagesFrom(`${url}?limit=100`))
  expect([newest, earlier]).toEqual([remarks.slice(20), [remarks.slice(0, 20)]])
  expect(await pagesFrom(`${url}?limit=60`)).toHaveLength(2)
})

test('a page of comments ends at its size in bytes, and still fits the longest possible comment', async () => {
  const longest = '你'.repeat(LIMITS.comment)
  const remarks = Array.from({ length: 30 }, () => longest)
  const { id } = await discussed(remarks)
  const pages = await pagesFrom<Comment>(`/api/requests/${id}/comments`)
  expect(pages.flat()).toHaveLength(30)
  for (const page of pages) {
    const bytes = page.reduce((sum, { comment }) => sum + Buffer.byteLength(comment), 0)
    expect(bytes).toBeLessThanOrEqual(PAGE_BYTES)
    expect(page.length).toBeGreaterThan(0)
  }
})

test('a history is paged as well, and one with long texts in shorter pages', async () => {
  const { app, db, ada, ben } = office
  const { id } = await buildRequest(db, { requesterId: ada.id })
  for (let i = 0; i < 24; i++) {
    const description = `${i} `.padEnd(LIMITS.description, 'x')
    expect((await patch(app, ben, `/api/requests/${id}`, { description })).statusCode).toBe(200)
  }
  const pages = await pagesFrom<HistoryEntry>(`/api/requests/${id}/history`)
  expect(pages.length).toBeGreaterThan(3)
  const entries = pages.toReversed().flat()
  expect(entries.map(({ version }) => version)).toEqual(Array.from({ length: 25 }, (_, i) => i + 1))
  for (const page of pages) expect(JSON.stringify(page).length).toBeLessThan(PAGE_BYTES * 1.1)
  expect(await pagesFrom(`/api/requests/${id}/history?limit=2`)).toHaveLength(13)
})

test.each([
  ['comments?limit=0', 'limit'],
  ['comments?limit=101', 'limit'],
  ['comments?limit=many', 'limit'],
  ['comments?before=', 'before'],
  ['comments?before=nothing', 'before'],
  ['comments?after=x', 'after'],
  ['history?limit=101', 'limit'],
  ['history?before=x', 'before'],
  ['history?before=99999999999999999999', 'before'],
])('%s is refused', async (call, path) => {
  const { app, db, ada } = office
  const { id } = await buildRequest(db, { requesterId: ada.id })
  const res = await get(app, ada, `/api/requests/${id}/${call}`)
  expect(res).toMatchObject({ statusCode: 400, body: { code: 'bad-input', details: [{ path }] } })
})

test('a cursor of another discussion is refused', async () => {
  const { app, db, ada } = office
  const { id } = await discussed(['One', 'Two'])
  const other = await buildRequest(db, { requesterId: ada.id })
  const [, second] = (await get(app, ada, `/api/requests/${id}/comments`)).body
  const res = await get(app, ada, `/api/requests/${other.id}/comments?before=${second.id}`)
  expect(res).toMatchObject({ statusCode: 400, body: { details: [{ path: 'before' }] } })
})

test('the document says which answers are pages, and how the next one is found', async () => {
  const { paths } = (await get(office.app, null, '/api/openapi.json')).body
  for (const path of ['/api/requests/{id}/comments', '/api/requests/{id}/history']) {
    expect(paths[path].get.responses[200].headers).toHaveProperty('Link')
    expect(paths[path].get.parameters.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['limit', 'before']),
    )
  }
})
