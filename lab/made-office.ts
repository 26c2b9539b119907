import { generator } from '../engine/classifier/random.ts'
import { DevelopmentType } from '../shared/ai.ts'
import { FIRST_DEPARTMENTS } from '../shared/departments.ts'
import type { Department, Priority } from '../shared/requests.ts'
import type { RequestHistory } from './office-replay.ts'

const DAY = 86_400_000
const START = Date.UTC(2024, 0, 1)
/** Requests a day. */
const ARRIVALS = 3

interface Kind {
  /** pace over time (0 … 1): a factor on every duration that begins then */
  pace?: (share: number, type: number) => number
  /** standard deviation of the logarithm of days within a group */
  spread?: number
  /** `heavy`: Student's t with three degrees of freedom; `two`: small and large work that no facet tells apart */
  shape?: 'normal' | 'heavy' | 'two'
  /** what durations depend on; with `each group`, each has a separate factor and spread */
  separates?: 'nothing' | 'kind and priority' | 'each group'
  /** nothing is finished in the last third of every 60 days, so that work piles up */
  pauses?: boolean
}

/** Synthetic offices, each with one property that makes accurate ranges difficult. */
export const OFFICES = {
  steady: {},
  'grows slower': { pace: (share) => 0.5 + 2 * share },
  'grows faster': { pace: (share) => 2.5 - 2 * share },
  seasonal: { pace: (share) => Math.exp(0.6 * Math.sin(share * 20)) },
  'suddenly slower': { pace: (share) => (share < 0.5 ? 1 : 2.5) },
  'suddenly faster': { pace: (share) => (share < 0.5 ? 2.5 : 1) },
  'each kind at its own pace': { pace: (share, type) => Math.exp(0.8 * Math.sin(share * 8 + 2 * type)) },
  pauses: { pauses: true },
  'pauses, grows faster': { pauses: true, pace: (share) => 2.5 - 2 * share },
  'heavy tails': { shape: 'heavy', spread: 0.9 },
  'two kinds of work': { shape: 'two' },
  'nothing separates': { separates: 'nothing', spread: 1.2 },
  'many groups': { separates: 'each group' },
  'many groups, grows slower': { separates: 'each group', pace: (share) => 0.5 + 2 * share },
} as const satisfies Record<string, Kind>
export type OfficeName = keyof typeof OFFICES

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
const PRIORITIES: readonly Priority[] = ['medium', 'medium', 'medium', 'low', 'low', 'high', 'critical']

/**
 * A synthetic office in chronological order: durations are log-normal around their group's typical one, unless its kind says
 * otherwise.
 */
export function madeOffice(name: OfficeName, count: number, seed: number): { lives: RequestHistory[]; end: number } {
  const kind: Kind = OFFICES[name]
  const { pace = () => 1, spread = 0.8, shape = 'normal', separates = 'kind and priority', pauses = false } = kind
  const random = generator(seed * 104_729)
  const normal = () => Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random())
  const oneOf = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
  const deviate = (): number => {
    if (shape === 'heavy') return normal() / Math.sqrt((normal() ** 2 + normal() ** 2 + normal() ** 2) / 3)
    return shape === 'two' ? (random() < 0.4 ? -2 : 0.8) + 0.6 * normal() : normal()
  }
  const groups = new Map<string, { days: number; spread: number }>()
  const groupOf = (type: DevelopmentType, priority: Priority, department: Department) => {
    if (separates === 'nothing') return { days: 12, spread }
    if (separates === 'kind and priority') return { days: TYPICAL[type] * HASTE[priority], spread }
    const key = `${type} ${priority} ${department}`
    let group = groups.get(key)
    if (!group) groups.set(key, (group = { days: 12 * Math.exp(0.8 * normal()), spread: 0.4 + 0.8 * random() }))
    return group
  }
  const lives = Array.from({ length: count }, (_, i): RequestHistory => {
    const created = START + ((i + random()) / ARRIVALS) * DAY
    const facets = [oneOf(DevelopmentType.options), oneOf(PRIORITIES), oneOf(FIRST_DEPARTMENTS.keys)] as const
    const group = groupOf(...facets)
    const done =
      created +
      group.days *
        pace(i / count, DevelopmentType.options.indexOf(facets[0])) *
        Math.exp(group.spread * deviate()) *
        DAY
    return {
      id: `${i}`,
      requestId: `RFD-2024-${i}`,
      title: '',
      description: '',
      priority: facets[1],
      department: facets[2],
      developmentType: facets[0],
      createdAt: new Date(created).toISOString(),
      finishedAt: new Date(Math.min(pauses ? afterPause(done) : done, created + 20_000 * DAY)).toISOString(),
      goneAt: null,
    }
  })
  return { lives, end: START + (count / ARRIVALS) * DAY }
}

const [CYCLE, PAUSE] = [60 * DAY, 20 * DAY]
/** Completions in the last part of a cycle are postponed to the next one. */
function afterPause(instant: number): number {
  const since = (instant - START) % CYCLE
  return since > CYCLE - PAUSE ? instant + CYCLE - since : instant
}
