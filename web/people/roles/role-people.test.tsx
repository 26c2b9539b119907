import { onlineManager } from '@tanstack/react-query'
import { act } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BUILT_IN_ROLES } from '../../../shared/permissions.ts'
import { endSession, startSession } from '../../client/session.ts'
import { ownClient, renderPart, shows } from '../../testing/part.tsx'
import { buildToken, buildUser } from '../../testing/session.ts'
import { DutyNotes } from './DutyNotes.tsx'
import { RolePeopleList } from './RolePeopleList.tsx'

let leave = () => {}
beforeEach(() => {
  startSession({ token: buildToken(new Date()), user: buildUser() })
  vi.stubGlobal('fetch', async () =>
    Response.json({ people: [{ id: 'dan', firstName: 'Dan', lastName: 'Osei' }], total: 25 }),
  )
})
afterEach(() => {
  leave()
  act(() => onlineManager.setOnline(true))
  endSession(null)
  vi.unstubAllGlobals()
})

const page = () => document.body.textContent

test('offline the names of one page do not stand in for those of another', async () => {
  leave = renderPart(<RolePeopleList roleId="archive" />, { client: ownClient() })
  await shows(() => expect(page()).toContain('Dan Osei'))
  expect(page()).toContain('Showing 1 to 10 of 25')
  act(() => onlineManager.setOnline(false))
  act(() => document.querySelector<HTMLElement>('[aria-label="Page 2"]')?.click())
  await shows(() => expect(page()).toContain('The names were not loaded'))
  expect(page()).not.toContain('Dan Osei')
  expect(page()).toContain('Page 2 is not loaded')
  act(() => document.querySelector<HTMLElement>('[aria-label="Page 1"]')?.click())
  await shows(() => expect(page()).toContain('Dan Osei'))
})

test('the number of people is written as everywhere', () => {
  leave = renderPart(<DutyNotes permissions={BUILT_IN_ROLES.manager.permissions} people={1234} />)
  expect(page()).toContain('It concerns 1,234 people.')
})
