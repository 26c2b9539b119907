/** Where log lines go. */
export interface LogSink {
  write(line: string): void
}

const FLUSH_AFTER_MS = 100
const FLUSH_AT = 64 * 1024

/**
 * Buffers log lines and writes them in batches, so that a line costs no system call.
 * @param level the lowest level written, in pino's numbers: 30 info, 40 warning, 50 error
 */
export function bufferedLog(out: { write(text: string): unknown }, level = 30): LogSink & { flush(): void } {
  let lines = ''
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    if (lines) out.write(lines)
    lines = ''
  }
  return {
    flush,
    write(line) {
      if (level > 30 && line.startsWith('{"level":30')) return
      lines += line
      if (lines.length >= FLUSH_AT) flush()
      else timer ??= setTimeout(flush, FLUSH_AFTER_MS).unref()
    },
  }
}
