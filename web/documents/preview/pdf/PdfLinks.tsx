import { type MouseEvent, useEffect, useState } from 'react'
import { Tooltip } from '../../../ui/Tooltip.tsx'
import { pageElement } from '../pages-in-view.ts'
import { type PdfLink, readLinks } from './links.ts'
import type { PdfFile } from './pdf-file.ts'
import styles from './pdf.module.css'

const MAX_ADDRESS_LENGTH = 200

function useLinks(file: PdfFile, page: number): readonly PdfLink[] {
  const [read, setRead] = useState<{ file: PdfFile; page: number; links: PdfLink[] } | null>(null)
  useEffect(() => {
    let isStopped = false
    // A damaged page has no links.
    void readLinks(file, page).then(
      (links) => !isStopped && setRead({ file, page, links }),
      () => {},
    )
    return () => {
      isStopped = true
    }
  }, [file, page])
  return read?.file === file && read.page === page ? read.links : []
}

/** Scrolls to another page of the pane, which takes the focus because the previous page may unmount. */
function goTo(page: number, from: Element): void {
  const sheets = from.closest('[data-page]')?.parentElement
  if (!sheets) return
  pageElement(sheets, page)?.scrollIntoView({ block: 'start' })
  sheets.parentElement?.focus({ preventScroll: true })
}

/** The links of a page over its text. Each shows its target before it is followed. */
export function PdfLinks({ file, page }: { file: PdfFile; page: number }) {
  return useLinks(file, page).map(({ to, ...box }, i) => {
    const [left, top, width, height] = [box.left, box.top, box.width, box.height].map((share) => `${share * 100}%`)
    const shape = { className: styles.link, style: { left, top, width, height } }
    if ('page' in to) {
      const follow = ({ currentTarget }: MouseEvent) => goTo(to.page, currentTarget)
      return (
        <Tooltip key={i} label={`Go to page ${to.page}`} naming>
          <button type="button" {...shape} aria-label={`Go to page ${to.page}`} onClick={follow} />
        </Tooltip>
      )
    }
    const address = to.href.length > MAX_ADDRESS_LENGTH ? `${to.href.slice(0, MAX_ADDRESS_LENGTH)}…` : to.href
    return (
      <Tooltip key={i} label={address} naming>
        <a {...shape} href={to.href} target="_blank" rel="noopener noreferrer" aria-label={`${address} (new tab)`} />
      </Tooltip>
    )
  })
}
