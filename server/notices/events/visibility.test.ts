import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { LiveEvent } from '../../../shared/events.ts'
import { type Permission, PERMISSIONS } from '../../../shared/permissions.ts'
import { del, patch, post, put } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import type { Person } from '../../testing/cast.ts'
import { followEvents } from '../../testing/events.ts'
import { officeOfFile } from '../../testing/office-of-file.ts'
import { buildRole } from '../../testing/roles.ts'

const office = await officeOfFile()
const { app, db, services, ada, ben, cleo, dan } = office

/** Words of titles, descriptions and comments, which no event carries. */
const SECRET = 'contraband'

const READERS = [ada, ben, dan]
const roles = fc.tuple(...READERS.map(() => fc.subarray([...PERMISSIONS])))
const KINDS = ['create', 'assign', 'edit', 'comment', 'note', 'change note', 'delete note', 'cancel', 'watch'] as const
const steps = fc.array(fc.record({ what: fc.constantFrom(...KINDS), of: fc.nat(20), to: fc.nat(3) }), {
  minLength: 8,
  maxLength: 20,
})

interface Known {
  id: string
  requestId: string
  requester: Person
  assignee: Person | null
  note: string | null
}

/** What the rules say of each reader, beside the product's own code. */
function maySee(reader: Person, permissions: readonly Permission[], visibility: string, request: Known): boolean {
  const isTheirs = request.requester.id === reader.id || request.assignee?.id === reader.id
  return visibility === 'all' || permissions.includes('requests.viewAll') || isTheirs
}

/** Makes a change as an administrator. @returns whether it is an event, and about an internal note */
async function change(what: (typeof KINDS)[number], to: number, request: Known): Promise<'all' | 'internal' | null> {
  const path = `/api/requests/${request.id}`
  const done = async (call: Promise<{ statusCode: number }>) => (await call).statusCode < 300
  if (what === 'assign') {
    const assignee = [...READERS, null][to]!
    const isNew = assignee?.id !== request.assignee?.id
    await patch(app, cleo, path, { assignedToId: assignee?.id ?? null })
    request.assignee = assignee
    return isNew ? 'all' : null
  }
  if (what === 'edit')
    return (await done(patch(app, cleo, path, { title: `${SECRET} ${Math.random()}` }))) ? 'all' : null
  if (what === 'comment') return (await done(post(app, cleo, `${path}/comments`, { comment: SECRET }))) ? 'all' : null
  if (what === 'note') {
    const { body } = await post(app, cleo, `${path}/comments`, { comment: SECRET, internal: true })
    request.note = body.id
    return 'internal'
  }
  if (what === 'watch') {
    await put(app, cleo, `${path}/watch`)
    return null
  }
  if (what === 'cancel') return (await done(put(app, cleo, `${path}/cancel`, {}))) ? 'all' : null
  const { note } = request
  if (note === null) return null
  if (what === 'delete note') {
    request.note = null
    await del(app, cleo, `/api/comments/${note}`)
  } else await put(app, cleo, `/api/comments/${note}`, { comment: `${SECRET}, once more ${Math.random()}` })
  return 'internal'
}

test('each person hears of exactly the changes that their role and the policy let them see, and of no content', async () => {
  await fc.assert(
    fc.asyncProperty(roles, fc.constantFrom('all', 'own'), steps, async (permissions, visibility, run) => {
      await office.reset()
      await services.settings.change({ visibility })
      for (const [i, reader] of READERS.entries())
        await buildRole(db, { id: `role ${i}`, permissions: permissions[i]!, people: [reader.id] })
      services.sessions.forgetAll()
      const streams = await Promise.all(READERS.map((reader) => followEvents(app, reader)))
      for (const { seen, until } of streams) await until(() => expect(seen.lastId).not.toBe(''))
      const expected: string[][] = READERS.map(() => [])
      const requests: Known[] = []
      for (const { what, of, to } of [{ what: 'create' as const, of: 0, to: 0 }, ...run]) {
        let request = requests[of % Math.max(1, requests.length)]!
        let reach: Awaited<ReturnType<typeof change>> = 'all'
        if (what === 'create') {
          const requester = [...READERS, cleo][to]!
          const { id, request_id } = await buildRequest(db, { requesterId: requester.id, title: SECRET })
          requests.push((request = { id, requestId: request_id, requester, assignee: null, note: null }))
        } else reach = await change(what, to, request)
        // A look takes what has changed since the last one, by what people see then: each change is to be looked at alone.
        for (const [i, reader] of READERS.entries()) {
          const isKept = reach === 'internal' && !permissions[i]!.includes('comments.internal')
          if (reach && !isKept && maySee(reader, permissions[i]!, visibility, request))
            expected[i]!.push(request.requestId)
        }
        const marks = await Promise.all(READERS.map(({ id }) => buildRequest(db, { requesterId: id })))
        for (const [i, { seen, until }] of streams.entries())
          await until(() => expect(seen.events.some((event) => event.requestId === marks[i]!.request_id)).toBe(true))
      }
      const ours = new Set(requests.map(({ requestId }) => requestId))
      const heard = ({ events }: { events: LiveEvent[] }) =>
        events.flatMap(({ requestId }) => (requestId !== undefined && ours.has(requestId) ? [requestId] : []))
      expect(streams.map(({ seen }) => heard(seen))).toEqual(expected)
      for (const { seen, close } of streams) {
        expect(seen.text).not.toContain(SECRET)
        close()
      }
    }),
    { numRuns: 4 },
  )
})

test('a role that is changed, and another role that is given, apply to open streams', async () => {
  await services.settings.change({ visibility: 'own' })
  await buildRole(db, { id: 'sees-all', permissions: ['requests.viewAll', 'comments.create'], people: [dan.id] })
  services.sessions.forgetAll()
  const { seen, until, close } = await followEvents(app, dan)
  await until(() => expect(seen.lastId).not.toBe(''))
  const hears = async () => {
    const { request_id } = await buildRequest(db, { requesterId: ada.id })
    const mark = await buildRequest(db, { requesterId: dan.id })
    await until(() => expect(seen.events.some((event) => event.requestId === mark.request_id)).toBe(true))
    return seen.events.some((event) => event.requestId === request_id)
  }
  expect(await hears()).toBe(true)
  const edited = { permissions: ['comments.create'], version: 1 }
  expect((await put(app, cleo, '/api/roles/sees-all', edited)).statusCode).toBe(200)
  await until(() => expect(seen.resets).toBe(1))
  expect(await hears()).toBe(false)
  expect((await patch(app, cleo, `/api/people/${dan.id}`, { role: 'manager', version: 1 })).statusCode).toBe(200)
  await until(() => expect(seen.resets).toBe(2))
  expect(await hears()).toBe(true)
  expect((await patch(app, cleo, `/api/people/${dan.id}`, { role: 'user', version: 2 })).statusCode).toBe(200)
  await until(() => expect(seen.resets).toBe(3))
  expect(await hears()).toBe(false)
  close()
})
