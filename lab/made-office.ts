import { generator } from '../engine/classifier/random.ts'
import type { Department, Priority } from '../shared/requests.ts'
import type { DevelopmentType } from '../shared/ai.ts'
import type { Lived } from './office-replay.ts'

const DAY = 86_400_000
const START = Date.UTC(2024, 0, 1)
/** Requests a day. */
const ARRIVALS = 3

/** The office's pace in the course of time (0 … 1): a factor on every duration that begins then. */
export const PACES = {
  steady: () => 1,
  'grows slower': (share: number) => 0.5 + 2 * share,
  'grows faster': (share: number) => 2.5 - 2 * share,
  seasonal: (share: number) => Math.exp(0.6 * Math.sin(share * 20)),
  'a sudden change': (share: number) => (share < 0.5 ? 1 : 2.5),
} as const
export type PaceName = keyof typeof PACES

const TYPICAL: Record<DevelopmentType, number> = {
  UI: 6,
  API: 12,
  Backend: 14,
  Database: 12,
  Security: 10,
  Integration: 30,
  'Full-Stack': 45,
}
const HASTE: Record<Priority, number> = { low: 1.5, medium: 1, high: 0.6, critical: 0.3 }
const DEPARTMENTS: readonly Department[] = ['it', 'operations', 'data', 'compliance', 'security']

/**
 * A made office in order of time. Log-normal durations around what kind and priority ask for; with
 * `pauses` nothing is finished in the last third of each two months, so that work piles up.
 */
export function madeOffice(
  pace: PaceName,
  count: number,
  seed: number,
  pauses = false,
): { lives: Lived[]; end: number } {
  const random = generator(seed * 104_729)
  const normal = () => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random())
  const oneOf = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  const types = Object.keys(TYPICAL) as DevelopmentType[]
  const priorities: readonly Priority[] = ['medium', 'medium', 'medium', 'low', 'low', 'high', 'critical']
  const lives = Array.from({ length: count }, (_, at): Lived => {
    const created = START + ((at + random()) / ARRIVALS) * DAY
    const [type, priority] = [oneOf(types), oneOf(priorities)]
    const days = TYPICAL[type] * HASTE[priority] * PACES[pace](at / count) * Math.exp(0.8 * normal())
    const finished = pauses ? afterPause(created + days * DAY) : created + days * DAY
    return {
      id: `${at}`,
      requestId: `RFD-2024-${at}`,
      title: '',
      description: '',
      priority,
      department: oneOf(DEPARTMENTS),
      developmentType: type,
      createdAt: new Date(created).toISOString(),
      finishedAt: new Date(finished).toISOString(),
      goneAt: null,
    }
  })
  return { lives, end: START + (count / ARRIVALS) * DAY }
}

const [CYCLE, PAUSE] = [60 * DAY, 20 * DAY]
/** What would be finished in the last part of a cycle waits for the next one. */
function afterPause(instant: number): number {
  const since = (instant - START) % CYCLE
  return since > CYCLE - PAUSE ? instant + CYCLE - since : instant
}
