/** A frame of a stack trace, or a line around the frames. */
const TRACE = /^(\s+at \S|\s*at [\w$.<>/]+\(|\s+File ".+", line \d|Traceback \(|Caused by: |\s*\.\.\. \d+ more)/
/** At least two columns: a tab between words, or the vertical bars or border of a table. */
const COLUMNS = /\S\t+\S|\|.*\||^\s*\+[-=+]+\+\s*$/
/** Ambiguous lines, which alone may be prose: indented, blanks in the middle, an error's name, end of a statement. */
const HINT =
  /^(\t| {4,})\S|\S {3,}\S|^([\w$]+\.)*[\w$]*(Error|Exception)\b|[{}]\s*$|[(){}=].*;\s*$|^\s*[\])}]+[,;]?\s*$/
const BULLET = /^\s*([-*•–]|\d{1,3}[.)])\s/

/**
 * Which lines keep their white space: runs of at least two lines that are, or may be, of a trace, a table or code. A single
 * line never does. Blank lines between two such runs belong to them.
 */
export function preformattedLines(lines: string[]): boolean[] {
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
