export type Block = { kind: 'text'; lines: string[] } | { kind: 'list'; ordered: boolean; items: string[] }

const BULLET = /^\s*[-*•–]\s+(.+)$/
const NUMBER = /^\s*\d{1,3}[.)]\s+(.+)$/

/**
 * Typed text as paragraphs and simple lists: a blank line ends a paragraph, lines that begin with a dash, star, dot
 * or number are a list. Nothing else is interpreted, so that a text can only ever be shown, never act.
 */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let last: Block | null = null
  for (const line of text.replace(/\r\n?/g, '\n').split('\n')) {
    const bullet = BULLET.exec(line)?.[1]
    const number = NUMBER.exec(line)?.[1]
    const item = bullet ?? number
    if (line.trim() === '') {
      last = null
    } else if (item !== undefined) {
      const ordered = bullet === undefined
      if (last?.kind === 'list' && last.ordered === ordered) last.items.push(item)
      else blocks.push((last = { kind: 'list', ordered, items: [item] }))
    } else if (last?.kind === 'text') {
      last.lines.push(line)
    } else {
      blocks.push((last = { kind: 'text', lines: [line] }))
    }
  }
  return blocks
}
