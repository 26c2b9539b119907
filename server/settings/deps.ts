import type { Settings } from './service.ts'

/** What the screens of settings are handed. */
export interface Deps {
  clock: () => Date
  settings: Settings
}
