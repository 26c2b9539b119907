import { ABILITIES, type Ability } from '../../shared/assistant/abilities.ts'

/** "Count requests by status …" */
export function inSentence(does: string): string {
  return `${does[0]?.toUpperCase() ?? ''}${does.slice(1)}`
}

export function abilityOf(name: Ability['name']): Ability {
  // Each name exists exactly once.
  return ABILITIES.find((ability) => ability.name === name)!
}

const FIRST = 3

/** One example for each of the first kinds, without questions that the page shows elsewhere. */
export function firstQuestions(isManager: boolean, shown: readonly string[]): string[] {
  return ABILITIES.filter(({ isForManagers }) => isManager || !isForManagers)
    .flatMap(({ examples }) => examples.slice(0, 1))
    .filter((question) => !shown.includes(question))
    .slice(0, FIRST)
}
