import { useEffect, useState } from 'react'
import { ContentView } from './ContentView.tsx'
import { PdfPanel } from './pdf/PdfPanel.tsx'
import { PdfThreads } from './pdf/pdf-thread.ts'
import type { PdfViewProps } from './pdf/PdfView.tsx'
import { ImageView } from './ImageView.tsx'

/** Loads the code for a PDF and starts its worker in parallel with the file. */
export function usePdfThreads(isPdf: boolean): PdfThreads {
  const [threads] = useState(() => new PdfThreads())
  useEffect(() => {
    if (!isPdf) return
    // A failed import is retried when the panel renders.
    PdfPanel.load().catch(() => {})
    threads.warm()
    return () => threads.close()
  }, [threads, isPdf])
  return threads
}

interface DrawnViewProps extends Omit<PdfViewProps, 'content'> {
  isPdf: boolean
}

/** The document as rendered from its file. */
export function DrawnView({ isPdf, threads, onSource, onShowText, ...pane }: DrawnViewProps) {
  return (
    <ContentView document={pane.document}>
      {(content) =>
        isPdf ? (
          <PdfPanel {...pane} {...{ content, threads, onSource, onShowText }} />
        ) : (
          <ImageView {...pane} content={content} />
        )
      }
    </ContentView>
  )
}
