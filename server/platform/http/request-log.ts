import type { LogSink } from '../log.ts'

/** A completed call, as logged and measured. */
export interface AnsweredCall {
  method: string
  /** the route pattern, never the address, whose query contains search texts */
  route: string
  status: number
  ms: number
  reference: string
}

/**
 * One line per call in the format of the other log lines. Built by hand, because a logger's serialisation would cost a
 * fifth of a cheap call.
 */
export function logCall(logTo: LogSink, { method, route, status, ms, reference }: AnsweredCall): void {
  const level = status >= 500 ? 50 : 30
  logTo.write(
    `{"level":${level},"time":${Date.now()},"ref":"${reference}","method":"${method}","route":${JSON.stringify(route)},"status":${status},"ms":${ms.toFixed(2)},"msg":"call"}\n`,
  )
}
