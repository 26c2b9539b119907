/* oxlint-disable unicorn/no-thenable -- the answer has a field of this name, and nobody awaits it */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NOTICE_CODES, type NoticePreferences } from '../../shared/notices.ts'
import { del, get, patch, post, put } from '../testing/app.ts'
import { officeOfFile } from '../testing/office-of-file.ts'
import { DEFAULT_PREFERENCES } from './preferences.ts'
import { scanHistory } from './scan.ts'

const office = await officeOfFile({ policy: { idleMinutes: 1440 } })
const PEOPLE = ['ada', 'ben', 'cleo', 'dan'] as const
type Who = (typeof PEOPLE)[number]

interface Step {
  who: Who
  whom: Who
  what: 'create' | 'comment' | 'ask' | 'mention' | 'assign' | 'move' | 'reject' | 'watch' | 'unwatch' | 'department'
  /** which request, counted from the newest */
  which: number
  /** until the next step */
  seconds: number
  scans: boolean
}

const step: fc.Arbitrary<Step> = fc.record({
  who: fc.constantFrom(...PEOPLE),
  whom: fc.constantFrom(...PEOPLE),
  what: fc.constantFrom(
    'create',
    'comment',
    'ask',
    'mention',
    'assign',
    'move',
    'reject',
    'watch',
    'unwatch',
    'department',
  ),
  which: fc.nat(3),
  seconds: fc.constantFrom(1, 5, 59, 61, 600),
  scans: fc.boolean(),
})
const preferences: fc.Arbitrary<NoticePreferences> = fc
  .array(fc.boolean(), { minLength: NOTICE_CODES.length, maxLength: NOTICE_CODES.length })
  .map((notice) => ({
    ...DEFAULT_PREFERENCES,
    events: Object.fromEntries(
      NOTICE_CODES.map((code, i) => [code, { app: notice[i]!, mail: i % 2 === 0 }]),
    ) as NoticePreferences['events'],
  }))

/** Whoever may not do something simply does not: refusals are part of the office's life. */
async function live(steps: readonly Step[]): Promise<void> {
  const { app, clock, services } = office
  const requests: string[] = []
  for (const { who, whom, what, which, seconds, scans } of steps) {
    const actor = office[who]
    const at = `/api/requests/${requests.at(-1 - (which % Math.max(1, requests.length)))}`
    const say = (comment: string) => post(app, actor, `${at}/comments`, { comment })
    const change = (fields: object) => patch(app, actor, at, fields)
    const does = {
      create: async () => {
        const draft = { title: 'Weigh', description: 'Empty trucks', priority: 'low', dueDate: '2026-05-01' }
        const { body } = await post(app, actor, '/api/requests', {
          ...draft,
          department: which % 2 ? 'it' : 'security',
        })
        requests.push(body.id)
      },
      comment: () => say('Noted.'),
      ask: () => say('Which one?'),
      mention: () => say(`@${office[whom].username} please look.`),
      assign: () => change({ assignedToId: office[whom].id }),
      move: () => change({ status: which % 2 ? 'in_progress' : 'completed' }),
      reject: () => change({ status: 'rejected', reason: 'No' }),
      watch: () => put(app, actor, `${at}/watch`),
      unwatch: () => del(app, actor, `${at}/watch`),
      department: () => change({ department: which % 2 ? 'it' : 'security' }),
    }
    if (what === 'create' || requests.length > 0) await does[what]()
    clock.forward(seconds * 1000)
    if (scans) await scanHistory(services)
  }
  await scanHistory(services)
}

const BUDGET = '/api/profile/notices/budget'

test('the budget of a week equals what the week brings with these preferences', async () => {
  const { app } = office
  let total = 0
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 35 }), preferences, async (steps, preferences) => {
      await office.reset()
      await live(steps)
      const promised = new Map<Who, number>()
      for (const who of PEOPLE) promised.set(who, (await post(app, office[who], BUDGET, preferences)).body.then)

      await office.reset()
      for (const who of PEOPLE) await put(app, office[who], '/api/profile/notices', preferences)
      await live(steps)
      for (const who of PEOPLE) {
        const brought = (await get(app, office[who], '/api/notices')).body.total
        expect(brought, who).toBe(promised.get(who))
        expect((await post(app, office[who], BUDGET, DEFAULT_PREFERENCES)).body.now).toBe(brought)
        total += brought
      }
    }),
    { numRuns: 6, endOnFailure: true },
  )
  expect(total).toBeGreaterThan(0)
})

test('it looks back seven days, and changes nothing', async () => {
  const { app, db, clock, ada, ben } = office
  const { body: request } = await post(app, ada, '/api/requests', {
    title: 'Weigh',
    description: 'Empty trucks',
    priority: 'low',
    department: 'operations',
    dueDate: '2026-05-01',
  })
  await patch(app, ben, `/api/requests/${request.id}`, { status: 'in_progress' })
  const quiet = {
    ...DEFAULT_PREFERENCES,
    events: { ...DEFAULT_PREFERENCES.events, status: { app: false, mail: true } },
  }
  expect(await post(app, ada, BUDGET, quiet)).toMatchObject({ statusCode: 200, body: { now: 1, then: 0 } })
  expect((await get(app, ada, '/api/profile/notices')).body.events.status.app).toBe(true)
  const at = new Date(clock().getTime() - 7 * 86_400_000 - 1).toISOString()
  await db.write((tx) => tx.updateTable('request_history').set({ at }).execute())
  expect((await post(app, ada, BUDGET, quiet)).body).toEqual({ now: 0, then: 0 })
})

test('who may not: nobody without a session, and nobody with half of the preferences', async () => {
  expect((await post(office.app, null, BUDGET, DEFAULT_PREFERENCES)).statusCode).toBe(401)
  expect((await post(office.app, office.ada, BUDGET, { digest: 'off' })).statusCode).toBe(400)
  expect((await post(office.app, office.ada, BUDGET, { ...DEFAULT_PREFERENCES, mail: true })).statusCode).toBe(200)
})
