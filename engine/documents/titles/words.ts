/** Lower-cases the first letter as inside a sentence; names keep their capitals. */
export function lowered(words: string): string {
  return /^\p{Lu}(?:\p{Ll}|\s)/u.test(words) && !/^\p{Lu}\p{L}+\s\p{Lu}/u.test(words)
    ? words.charAt(0).toLowerCase() + words.slice(1)
    : words
}

/** Judged by the head of the subject: the last word before "of", "for" and the like. */
export function isPlural(subject: string): boolean {
  if (/^(?:an?|each|every|any|this|that|one|it)\b/i.test(subject)) return false
  if (/^(?:all|these|those|both|two|three|several|many|they|we)\b/i.test(subject)) return true
  const head = subject.split(/\s(?:of|for|in|on|by|with|from|to|that|which|above|below|between|at|who)\s/i)[0]!
  return / and /.test(head) || /(?:[^sui]s|ies|data|people|staff|police|children)$/i.test(head.trim())
}

const OBJECTS: Record<string, string> = { they: 'them', we: 'us', i: 'me', he: 'him', she: 'her' }

/** "they" as an object ("them"). */
export function asObject(subject: string): string {
  return OBJECTS[subject.toLowerCase()] ?? lowered(subject)
}
