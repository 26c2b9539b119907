import { afterAll, beforeAll } from 'vitest'
import { addDays, dateIn } from '../../shared/dates.ts'
import { type Status, STATUSES } from '../../shared/requests.ts'
import type { PlainOffice } from '../../engine/testing/plain-office.ts'
import { patch, testApp } from './app.ts'
import { buildRequest } from './build.ts'

export const ZONE = 'America/Los_Angeles'
/** Late on 13 March in the office, already the 14th in UTC; the clocks changed on the 8th. */
export const NOW = '2026-03-14T05:30:00.000Z'
const TODAY = '2026-03-13'
const BEGIN = '2025-12-01T12:00:00.000Z'
const STATUS = Object.keys(STATUSES) as Status[]
export const CALENDAR = { workingDays: [1, 2, 3, 4, 5], holidays: [], timeZone: ZONE }
export const PERIOD = { from: '2026-02-15', to: TODAY }
export const IN_PERIOD = `from=${PERIOD.from}&to=${PERIOD.to}`

type Office = Awaited<ReturnType<typeof testApp>>

/** For the top of a test file: an office with a winter's work, and its stored rows. */
export async function busyOffice() {
  const office = await testApp({ policy: { timeZone: ZONE, idleMinutes: 1440 }, now: BEGIN })
  beforeAll(() => work(office))
  afterAll(() => office.close())
  return { office, stored: () => storedRows(office) }
}

async function work(office: Office) {
  const { app, db, clock, ada, ben, dan } = office
  let seed = 23
  const dice = (sides: number) => (seed = (seed * 48271) % 2147483647) % sides
  const ids: string[] = []
  for (let hours = 0; ; hours += 9) {
    const now = new Date(Date.parse(BEGIN) + hours * 3_600_000).toISOString()
    if (now > NOW) break
    clock.set(now)
    if (hours % 18 === 0) await keepSessions(office, now)
    const today = dateIn(ZONE, clock())
    if (dice(3)) {
      const priority = (['low', 'medium', 'high', 'critical'] as const)[dice(4)]!
      const requesterId = dice(2) ? ada.id : dan.id
      ids.push(
        (await buildRequest(db, { requesterId, createdAt: now, dueDate: addDays(today, dice(30)), priority })).id,
      )
    }
    for (let change = 0; change < 2 && ids.length > 0; change++) {
      const id = ids[dice(ids.length)]!
      const status = { status: STATUS[dice(4)], reason: 'As agreed by telephone' }
      const dueDate = { dueDate: addDays(today, dice(30)) }
      await patch(
        app,
        ben,
        `/api/requests/${id}`,
        [status, dueDate, { ...status, ...dueDate }, { assignedToId: dan.id }][dice(4)],
      )
    }
  }
  clock.set(NOW)
  await keepSessions(office, NOW)
}

export async function keepSessions(office: Office, now: string) {
  const set = { created_at: now, last_seen_at: now, expires_at: '2027-01-01T00:00:00.000Z' }
  await office.db.write((tx) => tx.updateTable('sessions').set(set).execute())
  office.services.sessions.forgetAll()
}

/** The raw stored rows, for the reference implementation. */
async function storedRows({ db }: Office): Promise<PlainOffice> {
  const requests = await db.read.selectFrom('requests').selectAll().orderBy('number').execute()
  const history = await db.read.selectFrom('request_history').selectAll().orderBy('id').execute()
  return {
    requests: requests.map((r) => ({
      number: r.number,
      requestId: r.request_id,
      requesterId: r.requester_id,
      createdAt: r.created_at,
      status: r.status,
      dueDate: r.due_date,
      assignedToId: r.assigned_to_id,
      priority: r.priority,
      department: r.department,
      type: null,
    })),
    changes: history
      .filter(({ action, field }) => field !== null && (action === 'updated' || action === 'cancelled'))
      .map((h) => ({ number: h.request_number, at: h.at, field: h.field!, old: h.old_value, new: h.new_value })),
  }
}
