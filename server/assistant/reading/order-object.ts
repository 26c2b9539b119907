import type { Command } from '../grammar/commands.ts'

/** Places for orders about objects other than requests. */
const PLACES: readonly [RegExp, Command][] = [
  [/^(?:access|rights|permissions?|roles?|accounts?)$/, 'people'],
  [/^(?:holidays?|logo|language|backups?|settings)$/, 'settings'],
  [/^reports?$/, 'reports'],
  [/^suggestions?$/, 'suggestions'],
  [/^(?:messages?|mails?|emails?)$/, 'send'],
]
const MAKING = /^(?:make|create|draw|build|write|prepare|generate)$/
const SHOWN = /^(?:charts?|graphs?|diagrams?|tables?|lists?|overview|histogram|picture)$/
/** Words that end the object: what follows describes it or is the text of a message. */
const AFTER_OBJECT = /^(?:of|by|about|for|from|with|in|that|because|saying|:|\.)$/

/**
 * The object of an order, by the words after its verb: "give Awa access" is not an assignment.
 * @returns `shown` for figures ("make a chart of …"); undefined for requests
 */
export function placeOfObject(verb: string, after: readonly string[]): Command | 'shown' | undefined {
  const end = after.findIndex((word) => AFTER_OBJECT.test(word))
  const object = end < 0 ? after : after.slice(0, end)
  if (MAKING.test(verb) && object.some((word) => SHOWN.test(word))) return 'shown'
  return PLACES.find(([words]) => object.some((word) => words.test(word)))?.[1]
}
