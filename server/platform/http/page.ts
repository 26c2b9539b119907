import { createHash } from 'node:crypto'
import { type Dirent, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify'
import { AppError } from '../errors.ts'
import type { App } from './app.ts'
import type { Deps } from './deps.ts'
import { allowDocument, allowWorker } from './headers.ts'
import { text } from '../../../shared/texts/say.ts'

const HTML = 'text/html; charset=utf-8'
/** Pages that one-time links open. */
const LINK_PATHS = new Set(['/invitation', '/new-password', '/setup'])
const SCRIPT = 'text/javascript; charset=utf-8'

/**
 * Serves the built page: its files, and index.html for every other address that a browser opens, because the page
 * itself has the routes and shows its own 404. Only files present at start-up are served, so no address can reach
 * outside the folder.
 */
export async function servePage(
  app: App,
  folder: string,
  { config, officeName }: { config: Pick<Deps['config'], 'demo'>; officeName: () => Promise<string> },
) {
  const files = new Set(filesIn(folder))
  let index: Promise<string> | undefined
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const name = relative(folder, path).split(sep).join('/')
      if (/\.html(\.br|\.gz)?$/.test(name)) allowDocument(reply)
      if (name.startsWith('assets/pdf-worker-')) allowWorker(reply)
      // Names under assets/ contain a content hash; other files may change with the next build.
      reply.header('cache-control', name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })

  const route = { config: { public: true }, schema: { hide: true }, onSend: nameScripts }
  app.get('/*', route, async (req, reply) => {
    const path = pathOf(req)
    if (path === '/api' || path.startsWith('/api/')) return reply.callNotFound()
    const name = path.slice(1)
    if (files.has(name) && name !== 'index.html') return reply.sendFile(name)
    if (isFileName(path) || !acceptsHtml(req)) return reply.callNotFound()
    // The link's secret must not leak as a referrer to anything the page requests.
    if (LINK_PATHS.has(path)) reply.header('referrer-policy', 'no-referrer')
    return sendIndex(reply)
  })

  async function sendIndex(reply: FastifyReply) {
    if (!files.has('index.html'))
      throw new AppError('unavailable', text('The page is not built yet. Run npm run build.'))
    const template = await (index ??= readFile(join(folder, 'index.html'), 'utf8'))
    allowDocument(reply, { scripts: hashesOfScripts(template) })
    // Always revalidated: the office may get another name, and the page another version.
    reply.headers({ 'content-type': HTML, 'cache-control': 'private, no-cache' })
    // The page must load and report the problem even when the database is down.
    const name = await officeName().catch(() => '')
    const page = template
      .replaceAll('__DEMO__', config.demo ? 'on' : 'off')
      // Last, and through a function: an office may be called `$&` or `__DEMO__`.
      .replaceAll('__OFFICE__', () => escapedForAttribute(name))
    return reply.send(page)
  }
}

function escapedForAttribute(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`)
}

/** The library says `application/javascript`; RFC 9239 made it `text/javascript`. */
const nameScripts: onSendHookHandler = (_req, reply, payload, done) => {
  if (String(reply.getHeader('content-type')).startsWith('application/javascript')) reply.type(SCRIPT)
  done(null, payload)
}

/** The build writes one small inline script into the page; only exactly that script may run. */
function hashesOfScripts(html: string): string {
  const scripts = html.matchAll(/<script>([^]*?)<\/script>/g)
  return [...scripts].map(([, text]) => `'sha256-${createHash('sha256').update(text!).digest('base64')}'`).join(' ')
}

function pathOf(req: FastifyRequest): string {
  const path = req.url.split('?')[0] ?? '/'
  return path.includes('%') ? decodeURIComponent(path) : path
}

/** `/assets/x.js` or `/robots.txt`: if missing, a real 404; otherwise a browser would run HTML as a script. */
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
