import { useEffect, useRef, useState } from 'react'
import { drawPage, layText, release } from './draw-page.ts'
import { PdfLinks } from './PdfLinks.tsx'
import type { PdfFile } from './pdf-file.ts'
import styles from './pdf.module.css'

/** Delay, so that pages scrolled past are not drawn, and zoomed pages only once zooming ends. */
const PAUSE_MS = 40

interface PdfSheetProps {
  file: PdfFile
  page: number
  scale: number
}

function useDrawing({ file, page, scale }: PdfSheetProps) {
  const place = useRef<HTMLDivElement>(null)
  const [isDamaged, setDamaged] = useState(false)
  useEffect(() => {
    const stop = new AbortController()
    const draw = async () => {
      const proxy = await file.page(page)
      const canvas = await drawPage(proxy, { scale, density: window.devicePixelRatio, signal: stop.signal })
      // The previous drawing is shown, stretched, until this one is ready.
      for (const old of place.current?.querySelectorAll('canvas') ?? []) release(old)
      place.current?.replaceChildren(canvas)
      setDamaged(false)
    }
    const failed = () => {
      if (!stop.signal.aborted) setDamaged(true)
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
  return { place, isDamaged }
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
  const { place, isDamaged } = useDrawing(props)
  const layer = useText(props)
  return (
    <>
      <div ref={place} className={styles.drawing} aria-hidden="true" />
      {isDamaged && <p className={styles.damaged}>This page is damaged and cannot be drawn.</p>}
      <div ref={layer} className={styles.layer} />
      <PdfLinks file={props.file} page={props.page} />
    </>
  )
}
