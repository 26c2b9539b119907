import { expect, test, vi } from 'vitest'
import { draw, drawn, withDrawing } from '../../../testing/drawing.tsx'
import { shows } from '../../../testing/part.tsx'
import type { PdfFile } from './pdf-file.ts'
import { PdfSheet } from './PdfSheet.tsx'

// The library needs a real browser.
vi.mock('./library.ts', () => ({ pdfjs: {} }))
withDrawing()

/** Fails to draw its page until it is mended. It has no text and no links. */
function damagedFile() {
  let isDamaged = true
  const page = {
    getViewport: () => ({ width: 10, height: 10 }),
    render: () => ({ promise: isDamaged ? Promise.reject(new Error('Bad stream')) : Promise.resolve(), cancel() {} }),
    getTextContent: () => Promise.reject(new Error('No text')),
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

test('the note on a damaged page goes once the page could be drawn at another size', async () => {
  const { file, mend } = damagedFile()
  draw(<PdfSheet file={file} page={1} scale={1} />)
  await shows(() => expect(drawn().textContent).toContain('This page is damaged'))
  mend()
  draw(<PdfSheet file={file} page={1} scale={2} />)
  await shows(() => expect(drawn().querySelector('canvas')).not.toBeNull())
  expect(drawn().textContent).not.toContain('This page is damaged')
})
