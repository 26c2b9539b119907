import type { DevelopmentType } from '../../shared/ai.ts'
import type { DurationModel } from './duration-model.ts'

/** Starting values in calendar days while nothing has been finished; the basis calls them starting figures. */
const GUESS: Record<DevelopmentType | 'any', readonly [low: number, middle: number, high: number]> = {
  UI: [3, 9, 30],
  API: [6, 18, 50],
  Backend: [6, 18, 55],
  Database: [5, 16, 50],
  Security: [4, 15, 50],
  Integration: [12, 35, 90],
  'Full-Stack': [20, 55, 130],
  any: [5, 20, 70],
}
const WORKING_DAYS = 5 / 7
/** Below this number of finished requests starting figures are mixed in. */
export const MIN_FINISHED = 12

/** Starting figures with their weights in requests: none once enough requests are finished. */
export function guessFor(type: DevelopmentType | null, unit: DurationModel['unit'], finished: number) {
  const scale = unit === 'working' ? WORKING_DAYS : 1
  const missing = Math.max(0, MIN_FINISHED - finished)
  return GUESS[type ?? 'any'].map((days) => [days * scale, missing / 3] as const)
}
