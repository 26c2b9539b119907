import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { get, post, testApp } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'

let office: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  office = await testApp()
  const { db, ada } = office
  for (const status of ['pending', 'completed'] as const) await buildRequest(db, { requesterId: ada.id, status })
  // Simulates many more: only the counters say how much a list has to scan.
  await db.write(async (tx) => {
    await tx.updateTable('request_counts').set({ count: 50_000 }).execute()
    await tx.updateTable('day_counts').set({ count: 50_000 }).execute()
    await tx.updateTable('person_counts').set({ count: 30_000 }).where('kind', '=', 'requester').execute()
  })
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => office.close())

/** How many of a list's two reads, the total and the page, run in the worker. */
async function inWorker(query: string): Promise<number> {
  const { app, db, ada } = office
  const spy = vi.spyOn(db, 'readInWorker')
  expect((await get(app, ada, `/api/requests?${query}`)).statusCode).toBe(200)
  const calls = spy.mock.calls.length
  spy.mockRestore()
  return calls
}

test('a list is not read in the worker where an index has its order, or the counters know it to be short', async () => {
  for (const query of ['', 'page=300', 'sort=title', 'sort=updatedAt', 'status=pending', 'assignedTo=user-ben']) {
    expect(await inWorker(query), query).toBe(0)
  }
})

test('a deep page is read in the worker, and so is a list that sorts or passes many requests', async () => {
  for (const query of ['page=3000', 'sort=dueDate', 'department=it', 'status=completed&sort=title', 'requester=me']) {
    expect(await inWorker(query), query).toBe(1)
  }
})

test('so is a total that no counter knows', async () => {
  expect(await inWorker('requester=me&department=it')).toBe(2)
  expect(await inWorker('createdFrom=2026-01-01')).toBe(2)
})

test('a search hit in a long discussion is located in the worker, on SQLite', async () => {
  const { app, db, ada } = office
  const discuss = async (word: string, length: number) => {
    const { id } = await buildRequest(db, { requesterId: ada.id })
    for (let i = 0; i < 8; i++) await post(app, ada, `/api/requests/${id}/comments`, { comment: 'x'.repeat(length) })
    await post(app, ada, `/api/requests/${id}/comments`, { comment: `The ${word} is broken.` })
  }
  await discuss('plomben', 100)
  // PostgreSQL without word statistics searches in the worker anyway.
  const short = await inWorker('search=plomben')
  await discuss('waybill', 10_000)
  expect((await inWorker('search=waybill')) - short).toBe(db.engine === 'sqlite' ? 1 : 0)
})
