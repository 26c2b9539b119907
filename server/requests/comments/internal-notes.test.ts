import { createHash } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { PERMISSIONS } from '../../../shared/permissions.ts'
import { del, get, post, put } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { buildRole } from '../../testing/roles.ts'

const office = await officeOfFile()

const WORD = 'albatross'
/** Their answers are about the server or the person's own calls, not about requests. */
const ELSEWHERE =
  /^\/api\/(ai\/conversations|audit|backups?|docs|events|health|jobs|live|metrics|openapi|ready|settings)/
/** Sees and does everything with requests, except internal notes; the audit log names no content, and has its own test. */
const EVERYTHING_ELSE = PERMISSIONS.filter(
  (one) => !['comments.internal', 'audit.read', 'settings.manage', 'backups.manage', 'roles.manage'].includes(one),
)
const ROLES = {
  'of a requester': ['comments.create', 'requests.create'],
  'of everything else': EVERYTHING_ELSE,
  'without any permission': [],
} as const

let paths: string[] = []
beforeAll(async () => {
  const { body } = await get(office.app, office.cleo, '/api/openapi.json')
  paths = Object.entries<object>(body.paths).flatMap(([path, methods]) =>
    'get' in methods ? [`/api${path.replace(/^\/api/, '')}`] : [],
  )
})

/** Every readable address without parameters or about the request, and those that search. */
function addressesAbout(id: string): string[] {
  const plain = paths.filter((path) => !path.includes('{') && !ELSEWHERE.test(path))
  const about = paths.filter((path) => path.startsWith('/api/requests/{id}')).map((path) => path.replace('{id}', id))
  const searches = [WORD, 'weighbridge', `weighbridge ${WORD}`, 'al', 'albatros'].flatMap((text) => [
    `/api/requests?search=${encodeURIComponent(text)}`,
    `/api/requests?search=${encodeURIComponent(text)}&sort=title&limit=1`,
  ])
  const pages = [`/api/requests/${id}/comments?limit=2`, `/api/requests/${id}/history?limit=2`]
  return [...plain, ...about, ...searches, ...pages]
}

async function answersFor(person: typeof office.dan, id: string): Promise<Record<string, string>> {
  const { app } = office
  const headers = { authorization: `Bearer ${person.token}` }
  const answers: Record<string, string> = {}
  for (const url of addressesAbout(id)) {
    const res = await app.inject({ method: 'GET', url, headers })
    answers[url] =
      `${res.statusCode} ${String(res.headers['link'])} ${createHash('sha256').update(res.rawPayload).digest('hex')}`
  }
  for (const message of [`Which requests are about ${WORD}?`, `How many requests mention ${WORD}?`]) {
    const { statusCode, body } = await post(app, person, '/api/ai/user-assistant', {
      message,
      context: 'user_assistance',
    })
    answers[message] = `${statusCode} ${body.response ?? body.error}`
  }
  return answers
}

async function addNotes(id: string) {
  const { app, cleo } = office
  const url = `/api/requests/${id}/comments`
  const notes = []
  for (const comment of [`The ${WORD} waits`, 'Another note for @ben and @dan', 'A third'])
    notes.push((await post(app, cleo, url, { comment, internal: true })).body)
  expect((await put(app, cleo, `/api/comments/${notes[1].id}`, { comment: `Edited ${WORD}` })).statusCode).toBe(200)
  expect((await del(app, cleo, `/api/comments/${notes[2].id}`)).statusCode).toBe(200)
  expect((await get(app, cleo, url)).body).toHaveLength(5)
  expect((await get(app, cleo, `/api/requests?search=${WORD}`)).body.total).toBe(1)
}

test.each(Object.entries(ROLES))(
  'in a role %s every answer is the same with internal notes as without',
  async (_, permissions) => {
    const { app, db, services, ben, dan } = office
    const { id } = await buildRequest(db, { requesterId: dan.id, title: 'Read the weighbridge' })
    for (const comment of ['First @dan', 'Second'])
      expect((await post(app, ben, `/api/requests/${id}/comments`, { comment })).statusCode).toBe(201)
    await buildRole(db, { id: 'own', permissions, people: [dan.id] })
    services.sessions.forgetAll()
    const before = await answersFor(dan, id)
    await addNotes(id)
    expect(await answersFor(dan, id)).toEqual(before)
    expect(Object.keys(before).length).toBeGreaterThan(20)
  },
)

test('a page of comments cannot begin before an internal note, nor can it be changed', async () => {
  const { app, db, cleo, dan } = office
  const { id } = await buildRequest(db, { requesterId: dan.id })
  const url = `/api/requests/${id}/comments`
  const { body: note } = await post(app, cleo, url, { comment: 'A note', internal: true })
  expect(note.internal).toBe(true)
  expect(await get(app, dan, `${url}?before=${note.id}`)).toEqual(await get(app, dan, `${url}?before=nothing`))
  expect((await put(app, dan, `/api/comments/${note.id}`, { comment: 'x' })).body).toEqual(
    (await put(app, dan, '/api/comments/nothing', { comment: 'x' })).body,
  )
})

test('only people with the permission write internal notes, and only they are mentioned in them', async () => {
  const { app, db, cleo, dan } = office
  const { id } = await buildRequest(db, { requesterId: dan.id })
  const url = `/api/requests/${id}/comments`
  expect(await post(app, dan, url, { comment: 'x', internal: true })).toMatchObject({
    statusCode: 403,
    body: { code: 'not-allowed', details: [{ path: 'internal' }] },
  })
  expect((await post(app, cleo, url, { comment: '@dan @cleo', internal: true })).body.mentions).toMatchObject([
    { username: 'cleo' },
  ])
})
