import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { draw, drawn, withDrawing } from '../../../testing/drawing.tsx'
import { shows } from '../../../testing/part.tsx'
import type { PdfFile } from './pdf-file.ts'
import { PdfSheet } from './PdfSheet.tsx'

// The library needs a real browser.
vi.mock('./library.ts', () => ({
  pdfjs: {
    TextLayer: class {
      textDivs = []
      render() {}
    },
    normalizeUnicode: (text: string) => text,
  },
}))
withDrawing()

/** Fails to draw its page until it is mended. It has no text and no links. */
function damagedFile() {
  let isDamaged = true
  const page = {
    getViewport: () => ({ width: 10, height: 10 }),
    render: () => ({ promise: isDamaged ? Promise.reject(new Error('Bad stream')) : Promise.resolve(), cancel() {} }),
    streamTextContent: () => new ReadableStream({ start: (text) => text.error(new Error('No text')) }),
    getAnnotations: () => Promise.resolve([]),
    cleanup() {},
  }
  // Safe: the sheet uses nothing else of it.
  const file = { page: () => Promise.resolve(page) } as unknown as PdfFile
  const mend = () => {
    isDamaged = false
  }
  return { file, mend }
}

test('a page that takes too long to be drawn is given up, and says so', async () => {
  vi.useFakeTimers()
  const cancel = vi.fn()
  const page = {
    getViewport: () => ({ width: 10, height: 10 }),
    render: () => ({ promise: new Promise(() => {}), cancel }),
    streamTextContent: () => new ReadableStream({ start: (text) => text.close() }),
    getAnnotations: () => Promise.resolve([]),
    cleanup() {},
  }
  draw(<PdfSheet file={{ page: () => Promise.resolve(page) } as unknown as PdfFile} page={1} scale={1} />)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  expect(cancel).toHaveBeenCalled()
  expect(drawn().textContent).toContain('takes too long to be drawn')
  vi.useRealTimers()
})

test('the note on a damaged page goes once the page could be drawn at another size', async () => {
  const { file, mend } = damagedFile()
  draw(<PdfSheet file={file} page={1} scale={1} />)
  await shows(() => expect(drawn().textContent).toContain('This page is damaged'))
  mend()
  draw(<PdfSheet file={file} page={1} scale={2} />)
  await shows(() => expect(drawn().querySelector('canvas')).not.toBeNull())
  expect(drawn().textContent).not.toContain('This page is damaged')
})
