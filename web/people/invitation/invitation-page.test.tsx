import { act } from 'react'
import { Link } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { renderPart, shows } from '../../testing/part.tsx'
import InvitationPage from './InvitationPage.tsx'

let leave: (() => void) | undefined
afterEach(() => {
  leave?.()
  vi.unstubAllGlobals()
})

const linkOf = (firstName: string, username: string) => ({
  kind: 'invitation',
  firstName,
  lastName: 'Stone',
  username,
  passwordMinLength: 8,
})
const refused = (error: string) => Response.json({ error, code: 'link-ended' }, { status: 410 })

/** Opens the first link; "Newer link" is another one that is pasted into the same tab. */
function openLink(answerOf: (token: string) => Response | Promise<Response>) {
  vi.stubGlobal('fetch', async (_: URL, { body }: RequestInit) =>
    answerOf((JSON.parse(String(body)) as { token: string }).token),
  )
  const part = (
    <>
      <InvitationPage />
      <Link to="#def">Newer link</Link>
    </>
  )
  leave = renderPart(part, { address: '/invitation#abc' })
}

const page = () => document.body.textContent
const press = (words: string) =>
  act(() =>
    [...document.querySelectorAll<HTMLElement>('a, button')].find((one) => one.textContent?.startsWith(words))!.click(),
  )

test('a link that has ended says so, until a newer one is opened', async () => {
  openLink((token) => (token === 'abc' ? refused('This link was used already.') : Response.json(linkOf('Eva', 'eva'))))
  await shows(() => expect(page()).toContain('This link was used already.'))
  expect(page()).toContain('This link no longer works')
  press('Newer link')
  await shows(() => expect(page()).toContain('Welcome, Eva.'))
})

test('a second link opened in the same tab is the second person’s', async () => {
  openLink((token) => Response.json(token === 'abc' ? linkOf('Eva', 'eva') : linkOf('Maria', 'maria')))
  await shows(() => expect(page()).toContain('Your username is eva.'))
  press('Newer link')
  await shows(() => expect(page()).toContain('Your username is maria.'))
  expect(page()).not.toContain('Eva')
})

test('a link that could not be checked is not called dead, and can be checked again', async () => {
  let isOffline = true
  openLink(() => (isOffline ? Promise.reject(new TypeError('Failed to fetch')) : Response.json(linkOf('Eva', 'eva'))))
  await shows(() => expect(page()).toContain('The link could not be checked'))
  expect(page()).not.toContain('no longer works')
  isOffline = false
  press('Try again')
  await shows(() => expect(page()).toContain('Welcome, Eva.'))
})
