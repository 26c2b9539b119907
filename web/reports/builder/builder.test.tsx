import { act } from 'react'
import { expect, test } from 'vitest'
import { FIRST_DEPARTMENTS } from '../../../shared/departments.ts'
import { updateSessionUser } from '../../client/session.ts'
import { sent, settle, show, withTestServer } from '../../testing/request-screens.tsx'
import { Builder } from './Builder.tsx'
import { emptyForm } from './builder-form.ts'

withTestServer()

test('a department that is newer than the stored session filters the report once it is known', async () => {
  await show('/reports/new', <Builder start={emptyForm('department=customs')} />)
  const chip = () => document.querySelector('.chip')?.textContent
  expect(chip()).toBeUndefined()
  expect(sent('POST').at(-1)?.body).toMatchObject({ content: { view: '' } })
  const customs = { key: 'customs', name: 'Customs', retiredAt: null, successor: null }
  act(() => updateSessionUser({ departments: [...FIRST_DEPARTMENTS.all, customs] }))
  await settle()
  expect(chip()).toBe('DepartmentCustoms')
  expect(sent('POST').at(-1)?.body).toMatchObject({ content: { view: 'department=customs' } })
})
