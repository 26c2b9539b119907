/** A frame of a stack trace, or what stands around it. */
const TRACE = /^(\s+at \S|\s*at [\w$.<>/]+\(|\s+File ".+", line \d|Traceback \(|Caused by: |\s*\.\.\. \d+ more)/
/** Two columns at least: a tab between words, or as many lines upright as a table has. */
const COLUMNS = /\S\t+\S|\|.*\||^\s*\+[-=+]+\+\s*$/
/** What alone may as well be prose: indented, blanks in the middle, an error's name, an end of a statement. */
const HINT =
  /^(\t| {4,})\S|\S {3,}\S|^([\w$]+\.)*[\w$]*(Error|Exception)\b|[{}]\s*$|[(){}=].*;\s*$|^\s*[\])}]+[,;]?\s*$/
const BULLET = /^\s*([-*•–]|\d{1,3}[.)])\s/

/**
 * Which lines keep their blanks. One line alone never does; two beside each other do when one of them is surely of a trace or a
 * table, or both may be. Blank lines between two such runs belong to them.
 */
export function isFixed(lines: string[]): boolean[] {
  const kinds = lines.map(kindOf)
  const fixed = lines.map(() => false)
  let lastEnd = -1
  for (let from = 0; from < kinds.length; from++) {
    let to = from
    while (kinds[to] === 'sure' || kinds[to] === 'maybe') to++
    if (to - from >= 2) {
      const joined = lastEnd >= 0 && kinds.slice(lastEnd, from).every((kind) => kind === 'blank')
      fixed.fill(true, joined ? lastEnd : from, to)
      lastEnd = to
    }
    if (to > from) from = to - 1
  }
  return fixed
}

function kindOf(line: string): 'sure' | 'maybe' | 'prose' | 'blank' {
  if (line.trim() === '') return 'blank'
  if (TRACE.test(line) || COLUMNS.test(line)) return 'sure'
  return HINT.test(line) && !BULLET.test(line) ? 'maybe' : 'prose'
}
