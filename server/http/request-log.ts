import type { LogSink } from '../log.ts'

/** An answered call, as the log and the metrics tell of it. */
export interface AnsweredCall {
  method: string
  /** the pattern, never the address itself, whose query holds what people search for */
  route: string
  status: number
  ms: number
  reference: string
}

/**
 * One line per call in the form of the other log lines. Put together by hand because a logger's serialisation would cost
 * a fifth of a cheap call.
 */
export function logCall(logTo: LogSink, { method, route, status, ms, reference }: AnsweredCall): void {
  const level = status >= 500 ? 50 : 30
  logTo.write(
    `{"level":${level},"time":${Date.now()},"ref":"${reference}","method":"${method}","route":${JSON.stringify(route)},"status":${status},"ms":${ms.toFixed(2)},"msg":"call"}\n`,
  )
}
