import { afterEach, expect, test, vi } from 'vitest'
import { endSession, startSession } from '../../client/session.ts'
import { ownClient, renderPart, shows } from '../../testing/part.tsx'
import { buildToken, buildUser } from '../../testing/session.ts'
import { PeopleMissing } from './PeopleMissing.tsx'

let leave = () => {}
afterEach(() => {
  leave()
  endSession(null)
  vi.unstubAllGlobals()
})

test('the note about missing people fits every field for a person: a filter has no assignee that stays', async () => {
  startSession({ token: buildToken(new Date()), user: buildUser() })
  vi.stubGlobal('fetch', async () => Response.json({ error: 'Broken' }, { status: 500 }))
  leave = renderPart(<PeopleMissing />, { client: ownClient() })
  await shows(() => expect(document.body.textContent).toContain('The list of people could not be loaded'))
  expect(document.body.textContent).toContain('You cannot choose anybody else until it has loaded.')
})
