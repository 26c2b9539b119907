import { useCallback, useEffect, useState } from 'react'
import type { StoredDocument } from '../../../../shared/documents.ts'
import { Loading, Skeleton } from '../../../ui/Skeleton.tsx'
import type { PaneProps } from '../pane-props.ts'
import type { Print } from '../Printing.tsx'
import { Sheets, type ZoomProps } from '../Sheets.tsx'
import type { TextSource } from '../text-source.ts'
import { PasswordForm } from './PasswordForm.tsx'
import type { PageSize, PdfFile } from './pdf-file.ts'
import { PdfDamaged, PdfLocked } from './PdfProblems.tsx'
import type { PdfThreads } from './pdf-thread.ts'
import { PdfSheet } from './PdfSheet.tsx'
import { printedPages } from './print-pages.ts'
import { usePdfFile } from './use-pdf-file.ts'
import styles from '../viewer.module.css'

export interface PdfViewProps extends PaneProps, ZoomProps {
  document: StoredDocument
  content: Blob
  threads: PdfThreads
  onSource: (source: TextSource | null) => void
  /** sets the function of the viewer's print button */
  onPrint: (print: Print | null) => void
  onShowText: () => void
}

interface OpenedPdfProps extends PdfViewProps {
  onRetry: () => void
}

function usePages(file: PdfFile | null): readonly PageSize[] {
  const [read, setRead] = useState<{ file: PdfFile; sizes: readonly PageSize[] } | null>(null)
  useEffect(() => {
    if (!file) return
    const stop = new AbortController()
    // Pages that could not be read keep the size of the first one.
    void file.readSizes((sizes) => setRead({ file, sizes }), stop.signal).catch(() => {})
    return () => stop.abort()
  }, [file])
  if (!file) return []
  return read?.file === file ? read.sizes : file.sizes
}

/** A PDF as its pages. */
export default function PdfView(props: PdfViewProps) {
  const [attempt, setAttempt] = useState(0)
  return <OpenedPdf key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />
}

function OpenedPdf({ document, content, threads, onSource, onPrint, onShowText, onRetry, ...pane }: OpenedPdfProps) {
  const { state, enter } = usePdfFile(content, threads)
  const file = state.kind === 'open' ? state.file : null
  const sizes = usePages(file)
  useEffect(() => {
    onSource(file)
    onPrint(file && ((signal) => printedPages(file, signal)))
    return () => onPrint(null)
  }, [file, onSource, onPrint])
  const draw = useCallback(
    (page: number, scale: number) => file && <PdfSheet file={file} page={page} scale={scale} />,
    [file],
  )
  if (file) return <Sheets {...pane} label={`Pages of ${document.name}`} sizes={sizes} draw={draw} />
  return (
    <div className={styles.beside}>
      {state.kind === 'reading' && (
        <Loading label="Opening the document">
          <Skeleton height={320} />
        </Loading>
      )}
      {state.kind === 'asking' && <PasswordForm key={state.tries} isWrong={state.tries > 0} onPassword={enter} />}
      {state.kind === 'locked' && <PdfLocked onRetry={onRetry} />}
      {state.kind === 'damaged' && <PdfDamaged document={document} onShowText={onShowText} />}
    </div>
  )
}
