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
