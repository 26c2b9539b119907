import { useMemo } from 'react'
import type { DocumentPage } from '../../../shared/documents.ts'
import { TableText } from './TableText.tsx'
import { type TextBlock, textBlocks } from './text-blocks.ts'

interface PageTextProps {
  page: DocumentPage
  /** lines are wrapped as on paper */
  isWrapped: boolean
}

/** Adjacent rows form a table; a single line with tabs is none. */
function withTables(blocks: readonly TextBlock[]): (TextBlock | TextBlock[])[] {
  const grouped: (TextBlock | TextBlock[])[] = []
  for (const block of blocks) {
    const last = grouped.at(-1)
    if (block.kind !== 'row') grouped.push(block)
    else if (Array.isArray(last)) last.push(block)
    else grouped.push([block])
  }
  return grouped.map((group) => (Array.isArray(group) && group.length === 1 ? group[0]! : group))
}

/** A page of extracted text as paragraphs, headings and tables; each part with its offset in the text. */
export function PageText({ page: { text }, isWrapped }: PageTextProps) {
  const blocks = useMemo(() => textBlocks(text, isWrapped), [text, isWrapped])
  if (blocks.length === 0) return <p className="muted">This page has no text.</p>
  return withTables(blocks).map((group) => {
    if (Array.isArray(group)) return <TableText key={group[0]!.start} text={text} rows={group} />
    const { kind, start, end } = group
    const Block = kind === 'heading' ? 'h3' : 'p'
    return (
      <Block key={start} data-start={start} dir="auto">
        {text.slice(start, end)}
      </Block>
    )
  })
}
