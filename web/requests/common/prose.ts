import { preformattedLines } from './preformatted-lines.ts'

export type Block =
  | { kind: 'text'; lines: string[] }
  | { kind: 'list'; ordered: boolean; items: string[] }
  /** lines with significant white space: code, a stack trace, a table */
  | { kind: 'fixed'; lines: string[] }

const BULLET = /^\s*[-*•–]\s+(.+)$/
const NUMBER = /^\s*\d{1,3}[.)]\s+(.+)$/
const FENCE = /^\s*```/

/**
 * Parses typed text into paragraphs, simple lists and preformatted lines: a blank line ends a paragraph, lines that begin
 * with a dash, star, dot or number are a list, lines between ``` or that look like code or a table keep their white space.
 * Nothing else is interpreted, so that a text can only ever be shown, never act.
 */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const fixed = preformattedLines(lines)
  /** Whether the last block can be continued; a blank line ends it. */
  let open = false
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i]!
    const last = open ? blocks.at(-1) : undefined
    const end = FENCE.test(line) ? lines.findIndex((other, index) => index > i && FENCE.test(other)) : -1
    open = line.trim() !== '' && end < 0
    if (end > i + 1) {
      blocks.push({ kind: 'fixed', lines: lines.slice(i + 1, end) })
      i = end
    } else if (fixed[i]) {
      let to = i
      while (fixed[to]) to++
      blocks.push({ kind: 'fixed', lines: lines.slice(i, to) })
      open = false
      i = to - 1
    } else if (open) addProse(blocks, last, line)
  }
  return blocks
}

function addProse(blocks: Block[], last: Block | undefined, line: string): void {
  const bullet = BULLET.exec(line)?.[1]
  const item = bullet ?? NUMBER.exec(line)?.[1]
  const ordered = bullet === undefined
  if (item === undefined) {
    if (last?.kind === 'text') last.lines.push(line)
    else blocks.push({ kind: 'text', lines: [line] })
  } else if (last?.kind === 'list' && last.ordered === ordered) last.items.push(item)
  else blocks.push({ kind: 'list', ordered, items: [item] })
}
