import type { App } from './app.ts'
import { seal, unseal } from '../outgoing/seal.ts'

/** Time to begin a download: the browser follows the address at once. */
const LASTS_MS = 60_000

interface Issuer {
  secretKey: Buffer
  clock: () => Date
}

/**
 * The address of a download for a browser, which sends no Authorization header when it follows a link. The ticket opens
 * this one address for a minute and stands for the session that asked for it: its end, or the loss of a permission, ends
 * the download.
 * @param path such as `/api/backups/1/content`
 */
export function ticketed({ secretKey, clock }: Issuer, path: string, token: string): string {
  const until = clock().getTime() + LASTS_MS
  return `${path}?ticket=${seal(secretKey, JSON.stringify({ token, until }), boundTo(path))}`
}

/** Call it before `authenticate`: a valid ticket counts as the header that the browser could not send. */
export function acceptTickets(app: App, { secretKey, clock }: Issuer): void {
  app.addHook('onRequest', (req, _reply, done) => {
    if (req.routeOptions.config.takesTicket) {
      const { pathname, searchParams } = new URL(req.url, 'http://server')
      const opened = unseal(secretKey, searchParams.get('ticket') ?? '', boundTo(pathname))
      // Unchecked: only `ticketed` seals for this purpose.
      const ticket = opened === undefined ? undefined : (JSON.parse(opened) as { token: string; until: number })
      if (ticket && clock().getTime() < ticket.until) req.headers.authorization = `Bearer ${ticket.token}`
    }
    done()
  })
}

function boundTo(path: string): string {
  return `download of ${path}`
}
