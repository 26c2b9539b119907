import type { App } from './app.ts'

/** Collects the methods of each path, for calls with a known path but another method. */
export function rememberMethods(app: App): (path: string) => string[] {
  const routes: { pattern: RegExp; method: string }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    if (!url.startsWith('/api/') || url.includes('*')) return
    const source = url.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+')
    const pattern = new RegExp(`^${source}$`)
    for (const one of [method].flat()) routes.push({ pattern, method: one })
  })
  return (path) => [...new Set(routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))]
}
