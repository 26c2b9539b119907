import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { get, patch, post, put, testApp } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'

let office: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  office = await testApp()
  await buildRequest(office.db, { requesterId: office.ada.id, title: '100% of "duty" at gate_7 🚢 isn’t shown\\' })
  await buildRequest(office.db, { requesterId: office.ada.id, title: 'Nothing of the kind' })
})
afterAll(() => office.close())

test.each([
  ['page=0', 'page'],
  ['page=-1', 'page'],
  ['page=1.5', 'page'],
  ['page=1e3', 'page'],
  ['page=99999999999', 'page'],
  ['page=', 'page'],
  ['page=1&page=2', 'page'],
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['limit=ten', 'limit'],
  ['status=open', 'status.0'],
  ['status=pending,open', 'status.1'],
  ['status=', 'status.0'],
  [`status=${Array(21).fill('pending').join(',')}`, 'status'],
  ['status=pending;drop table requests', 'status.0'],
  ['priority=urgent', 'priority.0'],
  ['department=sales', 'department'],
  ['overdue=false', 'overdue'],
  ['sort=description', 'sort'],
  ['sort=number;--', 'sort'],
  ['order=up', 'order'],
  ['dueFrom=2026-02-31', 'dueFrom'],
  ['dueTo=tomorrow', 'dueTo'],
  ['createdFrom=2026-13-01', 'createdFrom'],
  ['createdTo=20260101', 'createdTo'],
  ['completedFrom=0000-00-00', 'completedFrom'],
  ['assignedTo=', 'assignedTo'],
  ['assignedTo=x', 'assignedTo'],
  ['assignedTo=nobody', 'assignedTo'],
  ['requester=%3Cb%3E', 'requester'],
  ['requester=ada%20quint', 'requester'],
  [`requester=${'x'.repeat(101)}`, 'requester'],
  [`assignedTo=${'x'.repeat(101)}`, 'assignedTo'],
  [`search=${'x'.repeat(201)}`, 'search'],
  ['search=a%00b', 'search'],
  ['colour=red', 'colour'],
  ['__proto__=1', '__proto__'],
  ['constructor=1', 'constructor'],
])('a list asked for with %s is refused by that name', async (query, path) => {
  const res = await get(office.app, office.ada, `/api/requests?${query}`)
  expect(res.statusCode).toBe(400)
  expect(res.body.code).toBe('bad-input')
  expect(res.body.details.map((detail: { path: string }) => detail.path)).toContain(path)
})

describe('ids that are not ids', () => {
  const ids = [
    'nothing',
    'RFD-2026-',
    'RFD-2026-99999999999999999999',
    '0',
    '-1',
    '%F0%9F%9A%A2',
    "'--",
    'x'.repeat(150),
  ]
  test.each([...ids, '00000000-0000-4000-8000-000000000000'])('%s names no request', async (id) => {
    const { app, ada, ben } = office
    const answers = [
      await get(app, ada, `/api/requests/${id}`),
      await get(app, ada, `/api/requests/${id}/history`),
      await patch(app, ben, `/api/requests/${id}`, { title: 'x' }),
      await put(app, ada, `/api/requests/${id}/cancel`),
    ]
    for (const res of answers) {
      expect(res).toMatchObject({ statusCode: 404, body: { code: 'not-found', details: [{ path: 'id' }] } })
    }
  })

  test.each(['%00', 'a%00b', '%', '%ff', '%ED%A0%80', 'x'.repeat(3000)])('%s is no address', async (id) => {
    const { statusCode, body } = await get(office.app, office.ada, `/api/requests/${id}`)
    expect(statusCode).toBeGreaterThanOrEqual(400)
    expect(statusCode).toBeLessThan(500)
    expect(body.error).toEqual(expect.any(String))
  })
})

test.each([
  ['100%', 1],
  ['gate_7', 1],
  ['%', 1],
  ['_', 1],
  ['\\', 1],
  ['"duty"', 1],
  ['"', 1],
  ['🚢', 1],
  ['gate 🚢 DUTY', 1],
  ['isn’t', 1],
  ['NOT duty', 0],
  ['duty OR nothing', 0],
  ['title:duty', 0],
  ['du*', 0],
  ['NEAR(duty gate)', 0],
  ['%%%', 0],
  ["' or 1=1 --", 0],
  ['   ', 2],
  ['', 2],
])('searching for %j takes it letter by letter', async (text, total) => {
  const res = await get(office.app, office.ada, `/api/requests?search=${encodeURIComponent(text)}`)
  expect(res).toMatchObject({ statusCode: 200, body: { total, exact: true } })
  expect(res.body.requests).toHaveLength(total)
})

describe('bodies', () => {
  const draft = { title: 'T', description: 'D', department: 'it', priority: 'low', dueDate: '2026-05-01' }
  const stored = async () => (await get(office.app, office.ada, '/api/requests')).body.total

  test('a title of two hundred kilobytes is refused by its name', async () => {
    const before = await stored()
    const title = 'x'.repeat(200 * 1024)
    const { id } = await buildRequest(office.db, { requesterId: office.ada.id })
    const answers = [
      await post(office.app, office.ada, '/api/requests', { ...draft, title }),
      await patch(office.app, office.ben, `/api/requests/${id}`, { title }),
    ]
    for (const res of answers) expect(res).toMatchObject({ statusCode: 400, body: { details: [{ path: 'title' }] } })
    const comment = await post(office.app, office.ada, `/api/requests/${id}/comments`, { comment: title })
    expect(comment).toMatchObject({ statusCode: 400, body: { details: [{ path: 'comment' }] } })
    expect(await stored()).toBe(before + 1)
  })

  test.each([
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['text', '"x"'],
    ['broken', '{"title":'],
    ['a hundred thousand deep', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['deep within a field', `{"title":${'['.repeat(100_000)}${']'.repeat(100_000)}}`],
    ['with a prototype', JSON.stringify(draft).replace('{', '{"__proto__":{"requesterId":"user-dan"},')],
  ])('%s is refused', async (_, body) => {
    const before = await stored()
    const json = { 'content-type': 'application/json' }
    const res = await post(office.app, office.ada, '/api/requests', body, json)
    expect(res).toMatchObject({ statusCode: 400, body: { code: 'bad-input' } })
    expect(await stored()).toBe(before)
  })
})
