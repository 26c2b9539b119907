import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs'

export { pdfjs }

/** Larger images are skipped: a small file can declare a huge one. */
const MAX_IMAGE_PIXELS = 100_000_000

/**
 * Reads a file in a worker of its own, which can load only scripts of our origin. XFA forms are off; scripts, launch actions and
 * embedded files have no code here that would run them; `links.ts` lets through only safe links.
 */
export function startReading(data: ArrayBuffer, thread: Worker) {
  // With a worker given, the library never falls back to reading the file on the main thread.
  pdfjs.GlobalWorkerOptions.workerPort = thread
  const task = pdfjs.getDocument({
    data,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
    enableXfa: false,
    maxImageSize: MAX_IMAGE_PIXELS,
    disableWorkerRendering: true,
    // The page's policy allows no WebAssembly.
    useWasm: false,
    useWorkerFetch: false,
    cMapUrl: `${__PDF_FILES__}cmaps/`,
    standardFontDataUrl: `${__PDF_FILES__}standard_fonts/`,
    wasmUrl: `${__PDF_FILES__}wasm/`,
  })
  pdfjs.GlobalWorkerOptions.workerPort = null
  const failed = new Promise<never>((_, reject) => {
    thread.addEventListener('error', () => reject(new Error('The reader of PDF files could not be started')), {
      once: true,
    })
  })
  const stop = () => {
    void task.destroy().finally(() => thread.terminate())
  }
  return { task, failed, stop }
}
