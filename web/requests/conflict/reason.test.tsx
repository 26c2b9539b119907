import { act } from 'react'
import { expect, test } from 'vitest'
import { storageKeyOf } from '../drafts/draft-store.ts'
import { restoreDraft } from '../drafts/discarded-drafts.ts'
import RequestDialogs from '../RequestDialogs.tsx'
import { RequestList } from '../list/RequestList.tsx'
import { shows } from '../../testing/part.tsx'
import { type } from '../../testing/render.ts'
import {
  answers,
  control,
  draft,
  keepDraft,
  press,
  problem,
  REQUEST,
  sent,
  show,
  withTestServer,
} from '../../testing/request-screens.tsx'
import { editDraftKey, formOf, reasonDraftKey } from '../dialogs/edit-form.ts'

withTestServer()

/** It is above the other texts. */
const reason = () => document.querySelector('textarea')!

test('a reason typed during a conflict is in the form afterwards, and is not used again later', async () => {
  keepDraft(editDraftKey('r1'), { ...formOf(REQUEST), status: 'rejected', reason: 'Out of scope.' })
  const current = { ...REQUEST, title: 'Theirs', version: 4, changedBy: null, changedAt: REQUEST.updatedAt }
  answers['PATCH /api/requests/r1'] = problem(409, 'Changed', { code: 'stale-version', current })
  await show(
    '/requests?edit=r1',
    <>
      <RequestList />
      <RequestDialogs />
    </>,
  )
  await press('Update Request')
  expect(reason().value).toBe('Out of scope.')
  type(reason(), 'Done by another team.')
  act(() => control('button', 'Close').click())
  await press('Edit')
  await shows(() => expect(reason().value).toBe('Done by another team.'))
  expect(draft('reason.r1')).toBeNull()
  answers['PATCH /api/requests/r1'] = () => Response.json({ ...REQUEST, status: 'rejected', version: 5 })
  await press('Update Request')
  expect(sent('PATCH')[1]?.body).toMatchObject({ reason: 'Done by another team.' })
  expect(draft(editDraftKey('r1'))).toBeNull()
})

test('a reason that Undo restores while the form is open is not used again later', async () => {
  answers['PATCH /api/requests/r1'] = () => Response.json({ ...REQUEST, version: 4 })
  await show('/requests?edit=r1')
  act(() => restoreDraft(storageKeyOf(reasonDraftKey('r1')), 'Out of scope.'))
  expect(draft('reason.r1')).toContain('Out of scope.')
  await press('Update Request')
  expect(sent('PATCH')).toHaveLength(1)
  expect(draft('reason.r1')).toBeNull()
})
