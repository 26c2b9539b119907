import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildApp } from '../../app.ts'
import type { App } from './app.ts'
import { testApp } from '../../testing/app.ts'

let office: Awaited<ReturnType<typeof testApp>>
let app: App
const folder = mkdtempSync(join(tmpdir(), 'rfd-page-'))
const SCRIPT = 'console.log("the page")'
const INLINE = "document.title = 'ours'"
const INDEX = `<script>${INLINE}</script><meta name="demo" content="__DEMO__"><meta name="office" content="__OFFICE__"><div id="root"></div>`

beforeAll(async () => {
  const page = join(folder, 'page')
  mkdirSync(join(page, 'assets'), { recursive: true })
  writeFileSync(join(folder, 'secret-key'), 'outside')
  writeFileSync(join(page, 'index.html'), INDEX)
  writeFileSync(join(page, 'robots.txt'), 'User-agent: *')
  writeFileSync(join(page, 'assets', 'main-4f2a.js'), SCRIPT)
  writeFileSync(join(page, 'assets', 'main-4f2a.js.br'), brotliCompressSync(SCRIPT))
  writeFileSync(join(page, 'assets', 'main-4f2a.js.gz'), gzipSync(SCRIPT))
  writeFileSync(join(page, 'assets', 'sans-1b.woff2'), 'font')
  writeFileSync(join(page, 'assets', 'pdf-worker-9c.js'), SCRIPT)
  office = await testApp()
  app = await buildApp(office.services, page)
})
afterAll(async () => {
  await app.close()
  await office.close()
  rmSync(folder, { recursive: true })
})

const open = (url: string, headers: Record<string, string> = { accept: 'text/html,*/*;q=0.8' }) =>
  app.inject({ method: 'GET', url, headers })

test('every address that a browser opens gets the page, which shows its own 404', async () => {
  for (const url of [
    '/',
    '/login',
    '/requests',
    '/team/roles/administrator',
    '/dashboard?modal=new-request',
    '/setup?x=y',
    '/no/such/place',
  ]) {
    const res = await open(url)
    expect(res.statusCode, url).toBe(200)
    expect(res.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(res.body).toContain('<div id="root">')
  }
})

test('the PDF worker may load scripts of our own origin and connect to nothing', async () => {
  const policy = async (name: string) => (await open(`/assets/${name}`)).headers['content-security-policy']
  expect(await policy('pdf-worker-9c.js')).toBe("default-src 'none'; script-src 'self'; frame-ancestors 'none'")
  expect(await policy('main-4f2a.js')).toBe("default-src 'none'; frame-ancestors 'none'")
})

test('the page allows its own files, the script that the build wrote into it, and nothing else', async () => {
  const res = await open('/')
  const policy = Object.fromEntries(
    String(res.headers['content-security-policy'])
      .split('; ')
      .map((part) => [part.slice(0, part.indexOf(' ')), part.slice(part.indexOf(' ') + 1)]),
  )
  expect(policy).toEqual({
    'default-src': "'none'",
    'script-src': `'self' 'sha256-${createHash('sha256').update(INLINE).digest('base64')}'`,
    'style-src': "'self'",
    'img-src': "'self' data: blob:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  })
  expect(res.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'cache-control': 'private, no-cache',
  })
})

test('the page carries the office’s name, whatever it is, and opens while the settings cannot be read', async () => {
  const { settings } = office.services
  await settings.change({ officeName: `"><script>$& __DEMO__ 'Häfen'` })
  const { body } = await open('/')
  expect(body).toContain('<meta name="office" content="&#34;&#62;&#60;script&#62;$&#38; __DEMO__ &#39;Häfen&#39;">')
  const broken = vi.spyOn(settings, 'policy').mockRejectedValue(new Error('down'))
  expect((await open('/')).body).toContain('<meta name="office" content="">')
  broken.mockRestore()
})

test('the page contains whether this is a demo', async () => {
  expect((await open('/')).body).toContain('<meta name="demo" content="off">')
  const demo = await buildApp(
    { ...office.services, config: { ...office.services.config, demo: true } },
    join(folder, 'page'),
  )
  const res = await demo.inject({ url: '/', headers: { accept: 'text/html' } })
  expect(res.body).toContain('<meta name="demo" content="on">')
  await demo.close()
})

test('files with a hash in their name are cached for good, and are sent compressed as the browser accepts', async () => {
  const url = '/assets/main-4f2a.js'
  const plain = await open(url, {})
  expect(plain.body).toBe(SCRIPT)
  expect(plain.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
  const brotli = await open(url, { 'accept-encoding': 'gzip, deflate, br, zstd' })
  expect(brotli.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(SCRIPT)
  expect((await open(url, { 'accept-encoding': 'gzip' })).headers['content-encoding']).toBe('gzip')
  const font = await open('/assets/sans-1b.woff2', { 'accept-encoding': 'br' })
  expect(font.headers['content-type']).toBe('font/woff2')
  expect(font.headers['content-encoding']).toBeUndefined()
  expect((await open('/robots.txt')).headers['cache-control']).toBe('no-cache')
})

test('a file that the browser has is not sent again', async () => {
  const { etag } = (await open('/robots.txt')).headers
  const again = await open('/robots.txt', { 'if-none-match': String(etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
})

test('the page opens whatever its address says after the question mark', async () => {
  const res = await open('/requests?search=%00x', { accept: 'text/html' })
  expect(res.statusCode).toBe(200)
  expect(res.headers['content-type']).toContain('text/html')
  expect((await open('/requests%00', { accept: 'text/html' })).statusCode).toBe(400)
})

test('a missing file is a real 404, never the page', async () => {
  for (const url of ['/assets/gone-1234.js', '/assets/', '/favicon.ico', '/app.js.map', '/requests.json']) {
    const res = await open(url, { accept: '*/*' })
    expect(res.statusCode, url).toBe(404)
    expect(res.json()).toMatchObject({ code: 'not-found' })
  }
})

test('no spelling of an address reaches outside the folder', async () => {
  for (const url of [
    '/../secret-key',
    '/assets/../../secret-key',
    '/..%2fsecret-key',
    '/%2e%2e/secret-key',
    '/assets/..%5c..%5csecret-key',
    '//etc/passwd',
  ]) {
    const res = await open(url)
    expect(res.body, url).not.toMatch(/outside|root:/)
  }
})

test('a call for data at an unknown address gets the error body', async () => {
  const res = await open('/no/such/place', { accept: 'application/json' })
  expect(res.statusCode).toBe(404)
  expect(res.json()).toMatchObject({ code: 'not-found' })
  expect((await app.inject({ method: 'POST', url: '/login' })).statusCode).toBe(404)
})

test('API responses cannot run anything and are not cached', async () => {
  const res = await app.inject({ url: '/api/users', headers: { authorization: `Bearer ${office.ada.token}` } })
  expect(res.headers['content-security-policy']).toBe("default-src 'none'; frame-ancestors 'none'")
  for (const url of ['/api/health', '/api/profile', '/api/nothing']) {
    const answer = await app.inject({ url, headers: { authorization: `Bearer ${office.ada.token}` } })
    expect(answer.headers['cache-control'], url).toBe('no-store')
    expect(answer.headers['x-content-type-options'], url).toBe('nosniff')
    expect(answer.headers['access-control-allow-origin'], url).toBeUndefined()
    expect(answer.headers['x-powered-by'], url).toBeUndefined()
  }
})

test('browsers are told to stay on https when PUBLIC_URL uses it', async () => {
  expect((await open('/')).headers['strict-transport-security']).toBeUndefined()
  const config = { ...office.services.config, publicUrl: 'https://rfd.example.org' }
  const secure = await buildApp({ ...office.services, config }, join(folder, 'page'))
  const res = await secure.inject({ url: '/', headers: { accept: 'text/html' } })
  expect(res.headers['strict-transport-security']).toBe('max-age=31536000')
  await secure.close()
})

test('a page that was never built is reported as such', async () => {
  const bare = await buildApp(office.services, join(folder, 'nowhere'))
  const res = await bare.inject({ url: '/', headers: { accept: 'text/html' } })
  expect(res.statusCode).toBe(503)
  expect(res.json().error).toBe('The page is not built yet. Run npm run build.')
  await bare.close()
})
