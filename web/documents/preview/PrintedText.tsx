import { createPortal } from 'react-dom'
import type { DocumentPage } from '../../../shared/documents.ts'
import { usePrintTime } from '../../ui/print-time.ts'
import { PageText } from './PageText.tsx'
import styles from './printing.module.css'

interface PrintedTextProps {
  title: string
  pages: readonly DocumentPage[]
  isWrapped: boolean
}

/** Prints the text of a document instead of the page, however printing was started. */
export function PrintedText({ title, pages, isWrapped }: PrintedTextProps) {
  if (usePrintTime() === null) return null
  return createPortal(
    <div data-sheet className={styles.printed}>
      <h1 className={styles.title} dir="auto">
        {title}
      </h1>
      {pages.map((page) => (
        <section key={page.number} className={styles.text}>
          {pages.length > 1 && <p className={styles.number}>Page {page.number}</p>}
          <PageText page={page} isWrapped={isWrapped} />
        </section>
      ))}
    </div>,
    document.body,
  )
}
