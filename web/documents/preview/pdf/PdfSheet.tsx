import { useEffect, useRef, useState } from 'react'
import { drawPage, layText, release, TooSlow } from './draw-page.ts'
import { PdfLinks } from './PdfLinks.tsx'
import type { PdfFile } from './pdf-file.ts'
import styles from './pdf.module.css'

/** Delay, so that pages scrolled past are not drawn, and zoomed pages only once zooming ends. */
const PAUSE_MS = 40

const DAMAGED = 'This page is damaged and cannot be drawn.'
const TAKES_TOO_LONG = 'This page takes too long to be drawn. Download the document to see it in another program.'

interface PdfSheetProps {
  file: PdfFile
  page: number
  scale: number
}

function useDrawing({ file, page, scale }: PdfSheetProps) {
  const place = useRef<HTMLDivElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const stop = new AbortController()
    const draw = async () => {
      const proxy = await file.page(page)
      const canvas = await drawPage(proxy, { scale, density: window.devicePixelRatio, signal: stop.signal })
      // The previous drawing is shown, stretched, until this one is ready.
      for (const old of place.current?.querySelectorAll('canvas') ?? []) release(old)
      place.current?.replaceChildren(canvas)
      setProblem(null)
    }
    const failed = (error: unknown) => {
      if (!stop.signal.aborted) setProblem(error instanceof TooSlow ? TAKES_TOO_LONG : DAMAGED)
    }
    const isFirst = place.current?.closest('[data-page]')?.parentElement?.querySelector('canvas') === null
    const timer = setTimeout(() => void draw().catch(failed), isFirst ? 0 : PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [file, page, scale])
  useEffect(() => {
    const box = place.current
    return () => {
      for (const canvas of box?.querySelectorAll('canvas') ?? []) release(canvas)
      // Frees what the library caches to redraw the page; it refuses while the page is drawn elsewhere.
      void file.page(page).then(
        (proxy) => proxy.cleanup(),
        () => {},
      )
    }
  }, [file, page])
  return { place, problem }
}

function useText({ file, page }: Pick<PdfSheetProps, 'file' | 'page'>) {
  const layer = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const stop = new AbortController()
    const box = layer.current
    const lay = async () => {
      const fresh = document.createElement('div')
      fresh.className = styles.text!
      await layText(await file.page(page), fresh, stop.signal)
      const end = document.createElement('div')
      end.className = styles.end!
      fresh.append(end)
      if (!stop.signal.aborted) box?.replaceChildren(fresh)
    }
    // A damaged page has no text to select.
    const timer = setTimeout(() => void lay().catch(() => {}), PAUSE_MS)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [file, page])
  return layer
}

/** A page of a PDF: its drawing, and over it its text. */
export function PdfSheet(props: PdfSheetProps) {
  const { place, problem } = useDrawing(props)
  const layer = useText(props)
  return (
    <>
      <div ref={place} className={styles.drawing} aria-hidden="true" />
      {problem !== null && <p className={styles.damaged}>{problem}</p>}
      <div ref={layer} className={styles.layer} />
      <PdfLinks file={props.file} page={props.page} />
    </>
  )
}
