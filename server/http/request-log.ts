import type { App, LogSink } from '../services.ts'

/**
 * One line per call in the form of the other log lines: method, route pattern, status, milliseconds, reference.
 * Never the address itself, whose query holds what people search for. Put together by hand because a logger's
 * serialisation would cost a fifth of a cheap call.
 */
export function logRequests(app: App, logTo: LogSink): void {
  app.addHook('onResponse', (req, reply, done) => {
    const status = reply.statusCode
    const level = status >= 500 ? 50 : 30
    const route = JSON.stringify(req.is404 ? '(unknown)' : (req.routeOptions.url ?? '(unknown)'))
    const ms = reply.elapsedTime.toFixed(2)
    logTo.write(
      `{"level":${level},"time":${Date.now()},"ref":"${req.id}","method":"${req.method}","route":${route},"status":${status},"ms":${ms},"msg":"call"}\n`,
    )
    done()
  })
}
