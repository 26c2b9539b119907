import { DEFAULT_PERIOD_DAYS } from '../../shared/analytics/limits.ts'
import { addDays } from '../../shared/dates.ts'

/** First and last day, both included. */
export interface Days {
  from: string
  to: string
}

/** Periods that end today and move with it: a link to one of them shows another half year in spring than in autumn. */
const ROLLING = {
  '30d': { label: 'Last 30 days', days: 30 },
  '12w': { label: 'Last 12 weeks', days: 84 },
  '26w': { label: 'Last 26 weeks', days: DEFAULT_PERIOD_DAYS },
  '1y': { label: 'Last 365 days', days: 365 },
} as const
const CALENDAR = { 'this-year': { label: 'This year' }, 'last-year': { label: 'Last year' } } as const
export type Preset = keyof typeof ROLLING | keyof typeof CALENDAR
export const FIRST_PRESET: Preset = '26w'

export const PRESETS: readonly { value: Preset; label: string }[] = Object.entries({ ...ROLLING, ...CALENDAR }).map(
  ([value, { label }]) => ({ value: value as Preset, label }),
)

export function daysOfPreset(preset: Preset, today: string): Days {
  const year = Number(today.slice(0, 4))
  if (preset === 'this-year') return { from: `${year}-01-01`, to: today }
  if (preset === 'last-year') return { from: `${year - 1}-01-01`, to: `${year - 1}-12-31` }
  return { from: addDays(today, 1 - ROLLING[preset].days), to: today }
}
