import type { Page } from '../../engine/documents/reading.ts'
import { markOf, type Block, type Content } from './make/content.ts'

const LINE = 88
const LINES = 46

/** The pages of a document as text alone: lines broken at words, cells parted by tabs, an empty line between blocks. */
export function typeset(content: Content): Page[] {
  const pages: string[][] = [[]]
  const put = (lines: readonly string[]) => {
    for (const line of lines) {
      if (pages.at(-1)!.length >= LINES) pages.push([])
      pages.at(-1)!.push(line)
    }
  }
  for (const block of content.blocks) {
    if ('pageBreak' in block) pages.push([])
    else put([...linesOf(block), ''])
  }
  return pages.map((lines, at) => {
    const footer = content.footer?.replace('{page}', String(at + 1))
    const all = [...(content.header ? [content.header, ''] : []), ...lines, ...(footer ? ['', footer] : [])]
    return { number: at + 1, text: all.join('\n') }
  })
}

function linesOf(block: Exclude<Block, { pageBreak: true }>): string[] {
  if ('heading' in block) return [block.heading]
  if ('paragraph' in block) return block.paragraph.split('\n').flatMap(wrap)
  if ('list' in block) return block.list.flatMap((entry, at) => wrap(`${markOf(block, at)} ${entry}`))
  return block.table.map((row) => row.join('\t'))
}

function wrap(text: string): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > LINE) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}
