/** A paragraph, heading or table row of a page's text, by its offsets in it. */
export interface TextBlock {
  kind: 'heading' | 'paragraph' | 'row'
  start: number
  end: number
}

/** Longer lines are sentences, not headings. */
const MAX_HEADING_LENGTH = 90
const ENDS_SENTENCE = /[.!?;:,…。؟؛،]\s*$/u
const BULLET = /^\s*[-*•–◦▪]\s/u
const NUMBERED = /^\s*(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[IVX]{1,5}\.|[A-Z]\.|§\s?\d+)\s+\p{Lu}/u

/**
 * Paragraphs, headings and table rows of a page of extracted text, in order, without the blank lines between them.
 * @param isWrapped lines are wrapped as on paper, so only a blank line ends a paragraph; else each line is one
 */
export function textBlocks(text: string, isWrapped: boolean): TextBlock[] {
  const blocks: TextBlock[] = []
  let isOpen = false
  for (const { 0: line, index } of text.matchAll(/[^\n]+/g)) {
    const start = index
    const end = start + line.trimEnd().length
    if (line.trim() === '') {
      isOpen = false
      continue
    }
    if (line.includes('\t')) {
      // Tabs at the end stand for empty cells.
      blocks.push({ kind: 'row', start, end: start + line.replace(/ +$/, '').length })
      isOpen = false
      continue
    }
    const last = blocks.at(-1)
    const isNext = last && isOpen && isWrapped && text.slice(last.end, start).split('\n').length === 2
    if (last && isNext && !isNumberedHeading(line)) last.end = end
    else blocks.push({ kind: 'paragraph', start, end })
    // A numbered heading ends its block, although no blank line follows it.
    isOpen = !isNumberedHeading(line)
  }
  blocks.forEach((block, i) => {
    const next = blocks[i + 1]
    if (block.kind === 'row') return
    if (isHeading(text.slice(block.start, block.end), next && text.slice(next.start, next.end))) block.kind = 'heading'
  })
  return blocks
}

function isNumberedHeading(line: string): boolean {
  return line.length <= MAX_HEADING_LENGTH && NUMBERED.test(line) && !ENDS_SENTENCE.test(line)
}

/** Short, not ending like a sentence, and followed by a sentence. */
function isHeading(text: string, next: string | undefined): boolean {
  if (text.length > MAX_HEADING_LENGTH || text.includes('\n') || text.includes('\t') || BULLET.test(text)) return false
  if (ENDS_SENTENCE.test(text) || !/\p{L}/u.test(text)) return false
  if (isNumberedHeading(text)) return true
  return next !== undefined && (next.length > MAX_HEADING_LENGTH || (ENDS_SENTENCE.test(next) && !BULLET.test(next)))
}
