import type { App } from './http/app.ts'

/** Its target is set once the app exists: the engine starts earlier, but writes to its log. */
export const deferredLog = {
  to: undefined as App['log'] | undefined,
  error(fields: object, message: string) {
    this.to?.error(fields, message)
  },
  warn(fields: object, message: string) {
    this.to?.warn(fields, message)
  },
}
