import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { addDays, dateIn } from '../shared/dates.ts'
import type { Config } from '../server/config.ts'
import type { Db, Tx } from '../server/platform/database/db.ts'
import { record } from '../server/audit/service.ts'
import { isEmptyOffice } from '../server/demo.ts'
import { rebuildCounters } from '../server/requests/counters/rebuild.ts'
import { JobQueue } from '../server/platform/jobs/queue.ts'
import { readPolicy } from '../server/settings/service.ts'
import { hashPassword } from '../server/people/accounts/passwords.ts'
import { dailyWork } from './daily-work.ts'
import { begin, change, comment, type Life } from './common/life.ts'
import { OFFICE, openOffice } from './common/office.ts'
import { between, type Random, randomFrom, seedOf, uuidFrom } from './common/random.ts'
import { storeLives } from './common/store.ts'
import type { addDemoDecisions } from './demo-decisions.ts'
import type { addDemoDocuments } from './demo-documents.ts'
import { type Due, readStories, type Step, type Story } from './story.ts'
import { onWorkday, workingDaysAgo } from './common/work-time.ts'

const STORIES = join(import.meta.dirname, 'requests')

/**
 * Fills an empty database with the demo office in one transaction: an interrupted start leaves it empty for the next one.
 * @returns false, without changes, for a database that already has people
 */
export async function seedDemo(
  db: Db,
  clock: () => Date,
  config: Pick<Config, 'demoPassword' | 'passwordCost'>,
): Promise<boolean> {
  if (!(await isEmptyOffice(db.read))) return false
  const { timeZone } = await readPolicy(db.read)
  // Hashing is slow and must not happen inside a transaction.
  const passwordHash = await hashPassword(config.demoPassword, config.passwordCost)
  const now = clock()
  const lives = demoLives(now, timeZone)
  return db.write(async (tx) => {
    // Another process may have filled it in the meantime.
    if (!(await isEmptyOffice(tx))) return false
    await openOffice(tx, passwordHash, workingDaysAgo(now, 640))
    await storeLives(tx, lives)
    await rebuildCounters(tx, timeZone)
    await rememberSignIns(tx, now)
    await scheduleRest(tx, clock)
    await record(tx, clock, { actorId: null, action: 'office.seeded', details: { requests: lives.length } })
    return true
  })
}

/** The stories up to now and the daily work, oldest first. */
export function demoLives(now: Date, timeZone: string): Life[] {
  const stories = demoStories().map((story) => ({
    ago: blurred(randomFrom(seedOf(story.title)), story.ago),
    live: (number: number) => live(story, number, now, timeZone),
  }))
  return [...stories, ...dailyWork(now)].sort((a, b) => b.ago - a.ago).map(({ live }, i) => live(i + 1))
}

export function demoStories(): Story[] {
  const files = readdirSync(STORIES).sort()
  return files.flatMap((file) => readStories(readFileSync(join(STORIES, file), 'utf8')))
}

function live(story: Story, number: number, now: Date, timeZone: string): Life {
  const random = randomFrom(seedOf(story.title))
  let last = Infinity
  const moment = (ago: number) => {
    last = Math.min(blurred(random, ago), last - MINUTES)
    return workingDaysAgo(now, Math.max(last, 0))
  }
  const at = moment(story.ago)
  const today = dateIn(timeZone, now)
  const created = dateIn(timeZone, at)
  const life = begin({
    number,
    id: uuidFrom(random),
    title: inWords(story.title, at),
    description: inWords(story.description, at),
    department: story.department,
    priority: story.priority,
    requesterId: OFFICE[story.by].id,
    dueDate: dueDate(story.due),
    at,
    classifiedAt: new Date(Math.min(at.getTime() + between(random, 2_000, 9_000), now.getTime())),
  })
  for (const step of story.steps) take(step, moment(step.ago))
  return life

  function dueDate(due: Due): string {
    if ('fromCreation' in due) return onWorkday(addDays(created, due.fromCreation))
    // Not moved to a working day, even on a Sunday: the demo always shows something that is due.
    if (due.fromToday === 0) return today
    return onWorkday(addDays(today, due.fromToday), due.fromToday < 0 ? 'past' : 'future')
  }

  function take({ by, does }: Step, on: Date): void {
    const actor = OFFICE[by].id
    if ('says' in does) comment(life, on, actor, uuidFrom(random), inWords(does.says, on))
    else if ('assigns' in does) change(life, on, actor, { assignedToId: OFFICE[does.assigns].id })
    else if ('setsPriority' in does) change(life, on, actor, { priority: does.setsPriority })
    else if ('setsDue' in does) change(life, on, actor, { dueDate: dueDate(does.setsDue) })
    else {
      const takesOver = does.movesTo === 'in_progress' && life.row.assigned_to_id === null
      change(life, on, actor, { status: does.movesTo, ...(takesOver && { assignedToId: actor }) })
    }
  }
}

/** A few minutes, as a fraction of a working day. */
const MINUTES = 0.01

/** Random jitter, so that events do not all happen at the same minute of the hour. */
function blurred(random: Random, ago: number): number {
  return Math.max(ago + (random() - 0.5) * 0.08, MINUTES)
}

/** Replaces the placeholders that depend on the time of writing: `{nextYear}`, `{lastMonth}`. */
function inWords(text: string, at: Date): string {
  const lastMonth = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() - 1, 1))
  return text
    .replaceAll('{nextYear}', String(at.getUTCFullYear() + 1))
    .replaceAll('{lastMonth}', lastMonth.toLocaleString('en-GB', { month: 'long', timeZone: 'UTC' }))
}

/** Everybody in the office last signed in on the last working day. */
async function rememberSignIns(tx: Tx, now: Date): Promise<void> {
  for (const { id, username } of Object.values(OFFICE)) {
    const last_login_at = workingDaysAgo(now, 0.7 + randomFrom(seedOf(username))() * 0.4).toISOString()
    await tx.updateTable('users').set({ last_login_at, last_active_at: last_login_at }).where('id', '=', id).execute()
  }
}

/** Delays of what the start must not wait for. */
const AFTER_MS = { 'seed-demo-documents': 2000, 'seed-demo-decisions': 4000 }

/** Enqueued in the transaction that fills the demo, so that a second start does not enqueue it again. */
async function scheduleRest(tx: Tx, clock: () => Date): Promise<void> {
  const queue = new JobQueue(clock)
  for (const [kind, inMs] of Object.entries(AFTER_MS))
    await queue.add(tx, { kind, payload: null, uniqueKey: 'once', inMs })
}

/** Imported lazily: the dependencies are only needed when the documents are made. */
export async function addDocuments(...args: Parameters<typeof addDemoDocuments>): Promise<void> {
  return (await import('./demo-documents.ts')).addDemoDocuments(...args)
}

export async function addDecisions(...args: Parameters<typeof addDemoDecisions>): Promise<void> {
  return (await import('./demo-decisions.ts')).addDemoDecisions(...args)
}
