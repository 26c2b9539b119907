import type { App } from './platform/http/app.ts'

/** Its target is set once the app exists: the engine starts earlier, but writes to its log. */
class DeferredLog {
  #to: App['log'] | undefined
  #lines: [level: 'error' | 'warn' | 'info', fields: object, message: string][] = []

  /** Also writes the lines that came before. */
  set to(log: App['log']) {
    this.#to = log
    for (const [level, fields, message] of this.#lines.splice(0)) log[level](fields, message)
  }

  error(fields: object, message: string): void {
    this.#write('error', fields, message)
  }

  warn(fields: object, message: string): void {
    this.#write('warn', fields, message)
  }

  info(fields: object, message: string): void {
    this.#write('info', fields, message)
  }

  #write(level: 'error' | 'warn' | 'info', fields: object, message: string): void {
    if (this.#to) this.#to[level](fields, message)
    else this.#lines.push([level, fields, message])
  }
}

export const deferredLog = new DeferredLog()
