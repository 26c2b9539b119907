import { useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { messageOf } from '../../ui/errors/words.ts'
import { count } from '../../ui/count.ts'
import { Button } from '../../ui/Button.tsx'
import { Progress } from '../../ui/Progress.tsx'
import { toast } from '../../ui/toast.ts'
import styles from './printing.module.css'

/** A page to print. */
export interface PrintedPage {
  picture: Blob
  /** its size in CSS pixels; null fits it to the paper */
  paper: { width: number; height: number } | null
}

/** Draws the pages to print, one by one. */
export type Print = (signal: AbortSignal) => AsyncIterable<PrintedPage>

interface Sheet {
  address: string
  paper: PrintedPage['paper']
}

const nameOf = ({ width, height }: { width: number; height: number }) =>
  `document-${Math.round(width)}-${Math.round(height)}`

/** A named page for each size, without the margins and the footer of other prints: the document has its own. */
function rulesFor(sheets: readonly Sheet[]): CSSStyleSheet {
  const rules = new CSSStyleSheet()
  const papers = new Map(sheets.flatMap(({ paper }) => (paper ? [[nameOf(paper), paper]] : [])))
  for (const [name, { width, height }] of papers)
    rules.insertRule(`@page ${name} {
      size: ${width}px ${height}px;
      margin: 0;
      @bottom-left { content: none; }
      @bottom-right { content: none; }
    }`)
  return rules
}

/** The pages to print, instead of everything else. */
function Paper({ sheets, onDone }: { sheets: readonly Sheet[]; onDone: () => void }) {
  const waiting = useRef(sheets.length)
  const loaded = () => {
    waiting.current--
    if (waiting.current === 0) window.print()
  }
  useEffect(() => {
    const rules = rulesFor(sheets)
    document.adoptedStyleSheets.push(rules)
    window.addEventListener('afterprint', onDone)
    return () => {
      window.removeEventListener('afterprint', onDone)
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((other) => other !== rules)
    }
  }, [sheets, onDone])
  return createPortal(
    <div data-sheet className={styles.printed} aria-hidden="true">
      {sheets.map(({ address, paper }) => (
        <div
          key={address}
          className={paper ? styles.page : styles.fitted}
          style={paper ? { page: nameOf(paper), width: paper.width, height: paper.height } : {}}
        >
          <img src={address} alt="" onLoad={loaded} onError={loaded} />
        </div>
      ))}
    </div>,
    document.body,
  )
}

type Job = { kind: 'drawing'; done: number } | { kind: 'printing'; sheets: Sheet[] }

/** Prints a document without another window: its pages are drawn first, which can be cancelled. */
export function usePrinting(print: Print | null, pageCount: number) {
  const [job, setJob] = useState<Job | null>(null)
  const stop = useRef<AbortController>(undefined)
  const sheets = useRef<Sheet[]>([])
  const end = useCallback(() => {
    stop.current?.abort()
    for (const { address } of sheets.current) URL.revokeObjectURL(address)
    sheets.current = []
    setJob(null)
  }, [])
  useEffect(() => end, [end])
  const run = async (pages: Print, signal: AbortSignal) => {
    setJob({ kind: 'drawing', done: 0 })
    for await (const { picture, paper } of pages(signal)) {
      signal.throwIfAborted()
      sheets.current.push({ address: URL.createObjectURL(picture), paper })
      setJob({ kind: 'drawing', done: sheets.current.length })
    }
    setJob({ kind: 'printing', sheets: [...sheets.current] })
  }
  const start = () => {
    if (!print || job) return
    const { signal } = (stop.current = new AbortController())
    run(print, signal).catch((error: unknown) => {
      if (signal.aborted) return
      end()
      toast({ title: 'Error', description: messageOf(error, 'The document could not be printed.'), tone: 'bad' })
    })
  }
  const shown =
    job?.kind === 'drawing' ? (
      <div className={styles.drawing} role="status">
        <span>
          Preparing page {count(Math.min(job.done + 1, pageCount))} of {count(pageCount)}
        </span>
        <Progress value={job.done} max={pageCount} label="Preparing to print" />
        <Button size="small" onClick={end}>
          Cancel
        </Button>
      </div>
    ) : (
      job && <Paper sheets={job.sheets} onDone={end} />
    )
  return { start, cancel: end, shown }
}
