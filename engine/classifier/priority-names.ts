const PRIORITY_WORDS = new Set(
  'low medium high critical urgent normal minor major trivial blocker lowest highest p0 p1 p2 p3 p4 p5 severe moderate'.split(
    ' ',
  ),
)

/** Whether the classes are a few levels of urgency ("2 - High", "P1 (critical)"), where the rare classes matter most. */
export function looksLikePriority(names: readonly string[]): boolean {
  const known = names.filter((name) =>
    name
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .some((word) => PRIORITY_WORDS.has(word)),
  )
  return names.length >= 3 && names.length <= 7 && known.length * 2 > names.length
}
