/**
 * Threads that read PDF files. One is started as soon as a PDF is opened: its code is large, and comes while the file itself and
 * the code that draws it are on their way.
 */
export class PdfThreads {
  #spare: Worker | null = null

  warm(): void {
    this.#spare ??= startThread()
  }

  /** Whoever takes one ends it. */
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
