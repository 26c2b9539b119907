import { useMemo } from 'react'
import type { DocumentPage } from '../../../shared/documents.ts'
import { textBlocks } from './text-blocks.ts'

interface PageTextProps {
  page: DocumentPage
  /** lines are wrapped as on paper */
  isWrapped: boolean
}

/** A page of extracted text as paragraphs and headings; each with its offset in the text. */
export function PageText({ page: { text }, isWrapped }: PageTextProps) {
  const blocks = useMemo(() => textBlocks(text, isWrapped), [text, isWrapped])
  if (blocks.length === 0) return <p className="muted">This page has no text.</p>
  return blocks.map(({ kind, start, end }) => {
    const Block = kind === 'heading' ? 'h3' : 'p'
    return (
      <Block key={start} data-start={start} dir="auto">
        {text.slice(start, end)}
      </Block>
    )
  })
}
