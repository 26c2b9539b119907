import { describe, expect, test } from 'vitest'
import { get, patch, post } from '../../testing/app.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { buildRequest } from '../../testing/build.ts'

const TODAY = '2026-03-10'
const office = await officeOfFile()

const numbers = (rows: { requestId: string }[]) => rows.map(({ requestId }) => requestId)

describe('searching', () => {
  test('hits in title or number come first, the newest first among them', async () => {
    const { app, db, ada, ben } = office
    const deep = await buildRequest(db, { requesterId: ada.id, description: 'The kilnsman asked for it.' })
    const top = await buildRequest(db, { requesterId: ada.id, title: 'Kilnsman' })
    const newest = await buildRequest(db, { requesterId: ada.id })
    await post(app, ben, `/api/requests/${newest.id}/comments`, { comment: 'As the KILNSMAN said' })
    const found = async (query: string) =>
      numbers((await get(app, ben, `/api/requests?search=kilnsman${query}`)).body.requests)
    expect(await found('')).toEqual([top.request_id, newest.request_id, deep.request_id])
    expect(await found('&sort=requestId&order=asc')).toEqual([deep.request_id, top.request_id, newest.request_id])
    expect(await found('&sort=title')).toEqual([top.request_id, deep.request_id, newest.request_id])
    expect(await found('&status=completed')).toEqual([])
    expect(await found('&limit=1&page=2')).toEqual([newest.request_id])
    expect((await get(app, ben, `/api/requests?search=${top.request_id.toLowerCase()}`)).body.total).toBe(1)
  })

  test('titles are sorted without regard to case and accents, however they came in', async () => {
    const { app, ada, ben } = office
    const draft = { description: 'D', department: 'it', priority: 'low', dueDate: '2026-05-01' }
    const created = async (title: string) => (await post(app, ada, '/api/requests', { ...draft, title })).body.id
    for (const title of ['zebra', 'Émile', 'Beta']) await created(title)
    await patch(app, ben, `/api/requests/${await created('Zulu')}`, { title: 'Ähnlich' })
    const { body } = await get(app, ben, '/api/requests?sort=title')
    const titles = body.requests.map(({ title }: { title: string }) => title)
    expect(titles).toEqual(['Ähnlich', 'Beta', 'Émile', 'zebra'])
  })

  test('an edited text is found by its new words only', async () => {
    const { app, db, ada, ben } = office
    const { id } = await buildRequest(db, { requesterId: ada.id, title: 'Oldword here' })
    await patch(app, ben, `/api/requests/${id}`, { title: 'Newword here' })
    expect((await get(app, ben, '/api/requests?search=oldword')).body.total).toBe(0)
    expect((await get(app, ben, '/api/requests?search=newword')).body.total).toBe(1)
    await patch(app, ben, `/api/requests/${id}`, { description: 'Otherword here' })
    expect((await get(app, ben, '/api/requests?search=newword%20otherword')).body.total).toBe(1)
    expect((await get(app, ben, '/api/requests?search=look%20it%20up')).body.total).toBe(0)
  })
})

describe('an unchanged list', () => {
  test('is answered 304 until something is committed, for each person and query by itself', async () => {
    const { app, db, ada, ben } = office
    const first = await get(app, ben, '/api/requests?status=pending')
    const known = { 'if-none-match': String(first.headers.etag) }
    expect(first.headers['cache-control']).toBe('no-store')
    expect(await get(app, ben, '/api/requests?status=pending', known)).toMatchObject({ statusCode: 304, body: '' })
    if (db.engine === 'sqlite') {
      expect((await get(app, ben, '/api/requests?status=completed', known)).statusCode).toBe(200)
      expect((await get(app, ada, '/api/requests?status=pending', known)).statusCode).toBe(200)
    }
    await buildRequest(db, { requesterId: ada.id })
    const changed = await get(app, ben, '/api/requests?status=pending', known)
    expect(changed).toMatchObject({ statusCode: 200, body: { total: first.body.total + 1 } })
    expect(changed.headers.etag).not.toBe(first.headers.etag)
  })

  test('is sent again when the day has changed and with it what is overdue', async () => {
    const { app, db, ada, ben, clock } = office
    await buildRequest(db, { requesterId: ada.id, dueDate: TODAY })
    const first = await get(app, ben, '/api/requests?overdue=true')
    clock.set('2026-03-11T00:00:01.000Z')
    office.services.sessions.forgetAll()
    await db.write((tx) => tx.updateTable('sessions').set({ last_seen_at: '2026-03-11T00:00:00.000Z' }).execute())
    const next = await get(app, ben, '/api/requests?overdue=true', { 'if-none-match': String(first.headers.etag) })
    expect(next).toMatchObject({ statusCode: 200, body: { total: first.body.total + 1 } })
  })
})
