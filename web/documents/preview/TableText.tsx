import { Scrolling } from '../../ui/Scrolling.tsx'
import type { TextBlock } from './text-blocks.ts'

interface TableTextProps {
  text: string
  rows: readonly TextBlock[]
}

interface Cell {
  start: number
  text: string
}

function cellsOf(text: string, { start, end }: TextBlock): Cell[] {
  let at = start
  return text
    .slice(start, end)
    .split('\t')
    .map((cell) => {
      const span = { start: at, text: cell }
      at += cell.length + 1
      return span
    })
}

/** Names above the columns: all of them are filled, and none is a number. */
function isHead(cells: readonly Cell[]): boolean {
  return cells.every(({ text }) => text.trim() !== '' && !/^[\d\s.,:/%-]+$/.test(text))
}

/** Adjacent rows of extracted text as a table; each cell with its offset in the text. */
export function TableText({ text, rows }: TableTextProps) {
  const [first = [], ...others] = rows.map((row) => cellsOf(text, row))
  const hasHead = isHead(first)
  const body = hasHead ? others : [first, ...others]
  return (
    <Scrolling label="Table">
      <table>
        {hasHead && (
          <thead>
            <tr>
              {first.map((cell) => (
                <th key={cell.start} scope="col" data-start={cell.start} dir="auto">
                  {cell.text}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {body.map((cells) => (
            <tr key={cells[0]?.start}>
              {cells.map((cell) => (
                <td key={cell.start} data-start={cell.start} dir="auto">
                  {cell.text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}
