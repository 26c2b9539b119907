import { useQuery } from '@tanstack/react-query'
import { act } from 'react'
import { expect, test } from 'vitest'
import type { GeneralSettings } from '../../../shared/general-settings.ts'
import { startSession } from '../../client/session.ts'
import { answers, control, press, sent, show, withTestServer } from '../../testing/request-screens.tsx'
import { type } from '../../testing/render.ts'
import { buildToken, buildUser } from '../../testing/session.ts'
import { generalOptions } from './api.ts'
import { HolidaysCard } from './HolidaysCard.tsx'

withTestServer()

const OFFICE: GeneralSettings = {
  officeName: 'Harbour Office',
  timeZone: 'UTC',
  workingDays: [1, 2, 3, 4, 5],
  holidays: [],
  publishedTimes: { review: '1 day', assessment: '2 days', implementation: '3 days', deployment: '1 day' },
  version: 1,
}

function Card() {
  const { data } = useQuery(generalOptions())
  return data && <HolidaysCard stored={data} />
}
async function pressFocused(name: string): Promise<void> {
  act(() => control('button', name).focus())
  await press(name)
}

test('the focus returns to "Paste several" when pasting is cancelled, and when it has been saved', async () => {
  startSession({ token: buildToken(new Date()), user: buildUser({ permissions: ['settings.manage'] }) })
  answers['GET /api/settings/general'] = () => Response.json(OFFICE)
  answers['PUT /api/settings/general'] = () =>
    Response.json({ ...OFFICE, holidays: [{ date: '2026-12-25', name: 'Christmas Day' }], version: 2 })
  await show('/settings/general', <Card />)
  await pressFocused('Paste several')
  await pressFocused('Cancel')
  expect(document.activeElement?.textContent).toBe('Paste several')
  await pressFocused('Paste several')
  type(document.querySelector('textarea')!, '2026-12-25 Christmas Day')
  await pressFocused('Add 1 holiday')
  expect(sent('PUT')).toHaveLength(1)
  expect(document.activeElement?.textContent).toBe('Paste several')
})
