import { useQuery } from '@tanstack/react-query'
import { act } from 'react'
import { expect, test } from 'vitest'
import type { GeneralSettings } from '../../../shared/general-settings.ts'
import { startSession } from '../../client/session.ts'
import {
  answers,
  control,
  draft,
  keepDraft,
  page,
  press,
  sent,
  show,
  withTestServer,
} from '../../testing/request-screens.tsx'
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

test('pasted holidays are a draft until they are stored, also while another one is removed', async () => {
  const christmas = { date: '2026-12-25', name: 'Christmas Day' }
  answers['GET /api/settings/general'] = () => Response.json({ ...OFFICE, holidays: [christmas] })
  answers['PUT /api/settings/general'] = () => Response.json({ ...OFFICE, version: 2 })
  keepDraft('settings.holidays', '2027-05-01 May Day')
  await show('/settings/general', <Card />)
  await press('Remove Christmas Day, 25 Dec 2026')
  expect(document.querySelector('textarea')?.value).toBe('2027-05-01 May Day')
  await press('Add 1 holiday')
  expect(sent('PUT').at(-1)?.body).toMatchObject({ holidays: [{ date: '2027-05-01' }], version: 2 })
  expect(document.querySelector('textarea')).toBeNull()
  expect(draft('settings.holidays')).toBeNull()
})

test('lines that are no holiday are named before the press, which then promises no number', async () => {
  answers['GET /api/settings/general'] = () => Response.json(OFFICE)
  await show('/settings/general', <Card />)
  await press('Paste several')
  const list = document.querySelector('textarea')!
  type(list, '2026-12-25 Christmas Day\nsome')
  expect(page()).not.toContain('Not a date with a name')
  type(list, '2026-12-25 Christmas Day\nsomething else\n01.05.2027 May Day\n')
  expect(page()).toContain('Not a date with a name: line 2')
  expect(() => control('button', 'Add 2 holidays')).toThrow()
  await press('Add holidays')
  expect(sent('PUT')).toEqual([])
})
