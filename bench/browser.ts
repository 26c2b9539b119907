import { existsSync } from 'node:fs'
import { type Browser, chromium } from '@playwright/test'
import { clientOf } from './client.ts'
import { PASSWORD } from './databases.ts'
import type { ServerProcess } from './server-process.ts'

const EXECUTABLE = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium'

export const VIEWPORT = { width: 1440, height: 900 }

/** Whether Chromium is installed on this machine. */
export const hasBrowser = () => existsSync(EXECUTABLE)

export function launch(): Promise<Browser> {
  const args = ['--disable-gpu', '--disable-quic', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])]
  return chromium.launch({ executablePath: EXECUTABLE, args })
}

/** A script without which a signed-in page never counts as idle: its event stream stays open. */
export const WITHOUT_EVENTS = `{
  const send = window.fetch
  window.fetch = (input, init) =>
    new URL(input.url ?? input, location).pathname === '/api/events'
      ? Promise.resolve(new Response(null, { status: 204 }))
      : send(input, init)
}`

/** Returns a script that signs a browser in; it must run before the page's own scripts. */
export async function sessionScript({ url }: ServerProcess, username: string): Promise<string> {
  const client = clientOf(url)
  const { text } = await client.send({
    method: 'POST',
    path: '/api/auth/login',
    body: { username, password: PASSWORD },
  })
  client.close()
  const { token, user } = JSON.parse(text) as { token: string; user: object }
  return `localStorage.setItem('rfd.token', ${JSON.stringify(token)})
    localStorage.setItem('rfd.user', ${JSON.stringify(JSON.stringify(user))})`
}
