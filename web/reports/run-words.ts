import { clockTime } from '../ui/formats/dates.ts'

const STATES: Record<string, string> = {
  waiting: 'Waiting',
  running: 'Being made',
  retrying: 'Tried again soon',
  ready: 'Ready',
  failed: 'Failed',
}

export function stateWords(state: string): string {
  return STATES[state] ?? state
}

/** @param at null: immediately */
export function retryWords(at: string | null): string {
  return `It is tried again ${at === null ? 'now' : `at ${clockTime(at)}`}.`
}
