import { useEffect, useRef, type ReactNode } from 'react'
import type { DocumentPage } from '../../../shared/documents.ts'
import { Scrolling } from '../../ui/Scrolling.tsx'
import { MarginNumbers } from './MarginNumbers.tsx'
import { PageText } from './PageText.tsx'
import { type PaneProps, useFocusHandover } from './pane-props.ts'
import { usePagesInView } from './pages-in-view.ts'
import { useMarks } from './use-marks.ts'
import { useScrollTo } from './use-scroll-to.ts'
import styles from './viewer.module.css'

interface TextPagesProps extends PaneProps {
  pages: readonly DocumentPage[]
  isWrapped: boolean
  /** Content above the first page. */
  children?: ReactNode
}

/** The extracted text as pages to read. */
export function TextPages({ pages, isWrapped, marks, target, onPage, onPlace, focusFrom, children }: TextPagesProps) {
  const pane = useRef<HTMLDivElement>(null)
  const { current } = usePagesInView(pane)
  useEffect(() => onPage(current), [current, onPage])
  const numbers = useMarks(pane, marks)
  useScrollTo(pane, target)
  useFocusHandover(pane, { focusFrom })
  return (
    <Scrolling ref={pane} className={styles.pane} label="Text of the document">
      <div>
        {children}
        {pages.map((page) => (
          <section
            key={page.number}
            data-page={page.number}
            className={styles.textPage}
            aria-label={pages.length > 1 ? `Page ${page.number} of ${pages.length}` : 'Text'}
          >
            {pages.length > 1 && <p className={styles.pageLabel}>Page {page.number}</p>}
            <PageText page={page} isWrapped={isWrapped} />
            <MarginNumbers numbers={numbers} page={page.number} current={marks.currentPlace} onPlace={onPlace} />
          </section>
        ))}
      </div>
    </Scrolling>
  )
}
