import { createHash, randomBytes } from 'node:crypto'
import { type Dirent, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { App } from './app.ts'
import type { Deps } from './deps.ts'
import { acceptsEncoding } from './compression.ts'
import { allowDocument } from './headers.ts'

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
}
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const

/**
 * Serves the built page: its files, and index.html for every other address that a browser opens, because the page
 * itself knows its routes and shows its own 404. Only files that were there at the start are served, so no address
 * can reach outside the folder.
 */
export function servePage(app: App, folder: string, { config }: { config: Pick<Deps['config'], 'demo'> }): void {
  const files = new Set(filesIn(folder))
  const kept = new Map<string, Promise<Buffer>>()
  const contentOf = (name: string) => {
    let content = kept.get(name)
    if (!content) {
      content = readFile(join(folder, name))
      content.catch(() => kept.delete(name))
      kept.set(name, content)
    }
    return content
  }

  app.get('/*', { config: { public: true }, schema: { hide: true } }, async (req, reply) => {
    const path = pathOf(req)
    if (path === '/api' || path.startsWith('/api/')) return reply.callNotFound()
    const name = path.slice(1)
    if (files.has(name) && name !== 'index.html') return sendFile(name, req, reply)
    if (isFileName(path) || !acceptsHtml(req)) return reply.callNotFound()
    return sendIndex(reply)
  })

  async function sendFile(name: string, req: FastifyRequest, reply: FastifyReply) {
    const accepted = req.headers['accept-encoding']
    const usable = ENCODINGS.find(([word, end]) => files.has(name + end) && acceptsEncoding(accepted, word))
    const [encoding, ending] = usable ?? []
    const type = TYPES[extname(name)] ?? 'application/octet-stream'
    let content: Buffer
    try {
      content = await contentOf(name + (ending ?? ''))
    } catch {
      // The page was built anew under a running server: the file is gone like any other that isn't there.
      return reply.callNotFound()
    }
    if (type.startsWith('text/html')) allowDocument(reply)
    reply.headers({
      'content-type': type,
      // Names under assets/ carry a hash of their content; others may change with the next build.
      'cache-control': name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(ENCODINGS.some(([, end]) => files.has(name + end)) && { vary: 'accept-encoding' }),
      ...(encoding && { 'content-encoding': encoding }),
    })
    return reply.send(content)
  }

  async function sendIndex(reply: FastifyReply) {
    if (!files.has('index.html')) throw new AppError('unavailable', 'The page is not built yet. Run npm run build.')
    const template = (await contentOf('index.html')).toString()
    const nonce = randomBytes(16).toString('base64')
    allowDocument(reply, { styles: `'nonce-${nonce}'`, scripts: hashesOfScripts(template) })
    // Never kept: each answer has its own nonce.
    reply.headers({ 'content-type': TYPES['.html'], 'cache-control': 'private, no-cache' })
    return reply.send(template.replaceAll('__CSP_NONCE__', nonce).replaceAll('__DEMO__', config.demo ? 'on' : 'off'))
  }
}

/** The build writes one small script into the page; only those very words may run. */
function hashesOfScripts(html: string): string {
  const scripts = html.matchAll(/<script>([^]*?)<\/script>/g)
  return [...scripts].map(([, text]) => `'sha256-${createHash('sha256').update(text!).digest('base64')}'`).join(' ')
}

function pathOf(req: FastifyRequest): string {
  const path = req.url.split('?')[0] ?? '/'
  return path.includes('%') ? decodeURIComponent(path) : path
}

/** `/assets/x.js` or `/robots.txt`: a missing one is a real 404, or a browser would run HTML as a script. */
function isFileName(path: string): boolean {
  return path.startsWith('/assets/') || /\.[a-z0-9]{1,11}$/i.test(path)
}

function acceptsHtml(req: FastifyRequest): boolean {
  const accept = req.headers.accept ?? '*/*'
  return accept.includes('text/html') || accept.includes('*/*')
}

function filesIn(folder: string): string[] {
  let entries: Dirent[]
  try {
    entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  } catch {
    return []
  }
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
}
