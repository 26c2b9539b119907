/** Paragraphs of a cell that are searched for the end of its row. */
const MAX_LINES = 50

/**
 * The text of an old Word document with each table row in one line. A cell ends with a tab, a row with a tab and a line end.
 * The line ends within a cell of several paragraphs can be told from the row's only by the number of cells in the row above.
 */
export function withWholeRows(text: string): string {
  const lines = text.split('\n')
  const whole: string[] = []
  let cells = 0
  for (let i = 0; i < lines.length;) {
    const taken = cells > 0 ? linesOfRow(lines, i, cells) : 1
    const line = lines.slice(i, i + taken).join(' ')
    cells = line.endsWith('\t') ? cellsIn(line) : 0
    whole.push(line)
    i += taken
  }
  return whole.join('\n')
}

/** Number of lines from here on that form one row of `cells` cells; 1 where they form none. */
function linesOfRow(lines: readonly string[], from: number, cells: number): number {
  let count = 0
  for (let taken = 1; taken <= MAX_LINES && from + taken <= lines.length; taken++) {
    const line = lines[from + taken - 1]!
    count += cellsIn(line)
    // A line without the end of a cell may be text between two tables.
    if (count === 0 || count > cells) return 1
    if (line.endsWith('\t')) return count === cells ? taken : 1
  }
  return 1
}

const cellsIn = (line: string) => line.split('\t').length - 1
