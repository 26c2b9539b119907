/**
 * Worker threads that read PDF files. One is started as soon as a PDF is opened, so that its large code loads in parallel with
 * the file and the drawing code.
 */
export class PdfThreads {
  #spare: Worker | null = null

  warm(): void {
    this.#spare ??= startThread()
  }

  /** The caller terminates it. */
  take(): Worker {
    const thread = this.#spare ?? startThread()
    this.#spare = null
    return thread
  }

  close(): void {
    this.#spare?.terminate()
    this.#spare = null
  }
}

function startThread(): Worker {
  return new Worker(new URL('pdf-worker.ts', import.meta.url), { type: 'module' })
}
