import { act } from 'react'
import { Link } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { endSession, startSession } from '../../client/session.ts'
import { renderPart, shows } from '../../testing/part.tsx'
import { buildToken, buildUser } from '../../testing/session.ts'
import SetupPage from './SetupPage.tsx'

let leave: (() => void) | undefined
afterEach(() => {
  leave?.()
  endSession(null)
  vi.unstubAllGlobals()
})

function openLink(answer: () => Promise<Response>) {
  vi.stubGlobal('fetch', answer)
  leave = renderPart(<SetupPage />, { address: '/setup#abc' })
}

const page = () => document.body.textContent
const form = () => document.querySelector('form')

test('a link that was used says so instead of showing its form', async () => {
  openLink(async () => Response.json({ open: false }))
  await shows(() => expect(page()).toContain('This link was used already'))
  expect(form()).toBeNull()
})

test('an outdated link says so instead of showing its form, until a newer one is opened', async () => {
  const error = 'This link is no longer valid. Restart the server to get a new one.'
  const calls: unknown[] = []
  vi.stubGlobal('fetch', async ({ pathname }: URL, { body }: RequestInit) => {
    calls.push([pathname, JSON.parse(String(body))])
    return calls.length > 1
      ? Response.json({ open: true, passwordMinLength: 15 })
      : Response.json({ error, code: 'not-allowed' }, { status: 403 })
  })
  const part = (
    <>
      <SetupPage />
      <Link to="#def">Newer link</Link>
    </>
  )
  leave = renderPart(part, { address: '/setup#abc' })
  await shows(() => expect(page()).toContain(error))
  expect(form()).toBeNull()
  act(() => [...document.querySelectorAll('a')].find((link) => link.textContent === 'Newer link')!.click())
  await shows(() => expect(form()).not.toBeNull())
  expect(calls).toEqual(['abc', 'def'].map((token) => ['/api/setup/open', { token }]))
})

test('reloading it midway shows how to continue', async () => {
  startSession({ token: buildToken(new Date()), user: buildUser({ role: 'admin' }) })
  openLink(async () => Response.json({ open: false }))
  await shows(() => expect(page()).toContain('go to the dashboard'))
  expect(page()).not.toContain('Sign in')
})

test('a valid link shows the form, with the minimum length of a password', async () => {
  openLink(async () => Response.json({ open: true, passwordMinLength: 15 }))
  await shows(() => expect(form()).not.toBeNull())
  expect(page()).toContain('At least 15 characters. A sentence is fine.')
  expect(page()).not.toContain('used already')
})

test('the form is shown if the server cannot say whether the link was used', async () => {
  openLink(async () => Promise.reject(new TypeError('offline')))
  await shows(() => expect(form()).not.toBeNull())
})
