import type { AiSettings } from '../../shared/settings.ts'

/** A language model in use, as the tests of this folder have it. */
export const SETTINGS: AiSettings = {
  baseUrl: 'https://llm.example/v1',
  model: 'office-7b',
  key: { end: '6789', readable: true },
  timeLimitSeconds: 11,
  keepLocal: false,
  callsPerDay: null,
  callsPerPersonPerDay: null,
  callsToday: 0,
  fixed: [],
  state: 'on',
  savedAt: '2026-11-20T09:00:00.000Z',
  usage: [],
}
