import type { Command } from '../grammar/commands.ts'

/** Where something is done that is no request. */
const PLACES: readonly [RegExp, Command][] = [
  [/^(?:access|rights|permissions?|roles?|accounts?)$/, 'people'],
  [/^(?:holidays?|logo|language|backups?|settings)$/, 'settings'],
  [/^reports?$/, 'reports'],
  [/^suggestions?$/, 'suggestions'],
  [/^(?:messages?|mails?|emails?)$/, 'send'],
]
const MAKING = /^(?:make|create|draw|build|write|prepare|generate)$/
const SHOWN = /^(?:charts?|graphs?|diagrams?|tables?|lists?|overview|histogram|picture)$/
/** After these comes what is said of the object, or in a message. */
const AFTER_OBJECT = /^(?:of|by|about|for|from|with|in|that|because|saying|:|\.)$/

/**
 * What an order is about, by the words after its verb: "give Awa access" assigns nothing.
 * @returns `shown`: it asks for figures ("make a chart of …"); undefined: it is about requests
 */
export function placeOfObject(verb: string, after: readonly string[]): Command | 'shown' | undefined {
  const end = after.findIndex((word) => AFTER_OBJECT.test(word))
  const object = end < 0 ? after : after.slice(0, end)
  if (MAKING.test(verb) && object.some((word) => SHOWN.test(word))) return 'shown'
  return PLACES.find(([words]) => object.some((word) => words.test(word)))?.[1]
}
