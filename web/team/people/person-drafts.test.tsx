import { useState, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import type { Person } from '../../../shared/team.ts'
import { shows } from '../../testing/part.tsx'
import { type } from '../../testing/render.ts'
import {
  answers,
  control,
  draft,
  keepDraft,
  press,
  problem,
  sent,
  show,
  toasts,
  withTestServer,
} from '../../testing/request-screens.tsx'
import { AddPerson } from './AddPerson.tsx'
import { PersonDialog } from './PersonDialog.tsx'

withTestServer()

const LENA: Person = {
  id: 'lena',
  username: 'lena',
  firstName: 'Lena',
  lastName: 'Volk',
  email: 'lena@office.example',
  department: null,
  role: 'user',
  roleName: 'User',
  state: 'active',
  createdAt: '2026-03-10T09:00:00.000Z',
  lastLoginAt: null,
  lastActiveAt: null,
  deactivatedAt: null,
  invitedUntil: null,
  openRequests: 0,
  version: 4,
}

function field(words: string): HTMLInputElement {
  return document.getElementById(control<HTMLLabelElement>('label', words).htmlFor) as HTMLInputElement
}

/** A button that opens the form, and stands in for the page around it. */
async function showForm(form: (close: () => void) => ReactNode): Promise<void> {
  answers['GET /api/roles'] = () => Response.json({ roles: [] })
  answers['GET /api/people/lena'] = () => Response.json(LENA)
  function Opened() {
    const [isOpen, setOpen] = useState(false)
    return (
      <>
        <button onClick={() => setOpen(!isOpen)}>Manage</button>
        {isOpen && form(() => setOpen(false))}
      </>
    )
  }
  await show('/team/users', <Opened />)
  await press('Manage')
}
const showAccount = () => showForm((close) => <PersonDialog id="lena" onClose={close} />)

test('a new user that is not invited yet is a draft, and none any more once invited', async () => {
  await showForm(() => <AddPerson />)
  type(field('Full name'), 'Eva Stone')
  await press('Manage')
  await press('Manage')
  expect(field('Full name').value).toBe('Eva Stone')
  type(field('Username'), 'eva')
  type(field('Email'), 'eva@office.example')
  const link = { token: 'x', kind: 'invitation', expiresAt: '2026-03-17T09:00:00.000Z' }
  answers['POST /api/people'] = () => Response.json({ person: { ...LENA, firstName: 'Eva' }, link }, { status: 201 })
  await press('Create invitation')
  expect(sent('POST')).toMatchObject([{ body: { fullName: 'Eva Stone', username: 'eva' } }])
  await press('Add another user')
  expect(field('Full name').value).toBe('')
  expect(draft('team.add-user')).toBeNull()
})

test('an account that is closed half-edited keeps the text, says so, and shows it again', async () => {
  await showAccount()
  type(field('Last name'), 'Volk-Stone')
  await shows(() => expect(draft('person.lena')).toContain('Volk-Stone'))
  await press('Close')
  expect(toasts()).toEqual([['Your changes are kept as a draft', 'The account of Lena Volk is unchanged.']])
  await press('Manage')
  expect(field('Last name').value).toBe('Volk-Stone')
  expect(toasts()).toEqual([])
})

test('an account that was not changed, or was saved, closes without a word', async () => {
  await showAccount()
  await press('Close')
  await press('Manage')
  type(field('Last name'), 'Volk-Stone')
  const saved = () => Response.json({ ...LENA, lastName: 'Volk-Stone', version: 5 })
  Object.assign(answers, { 'PATCH /api/people/lena': saved, 'GET /api/people/lena': saved })
  await press('Save changes')
  expect(toasts()).toEqual([['Account updated', undefined]])
  await press('Close')
  expect(toasts().flat()).not.toContain('Your changes are kept as a draft')
  expect(draft('person.lena')).toBeNull()
})

test('a draft of an account that has changed since meets the conflict once, and then starts from what is stored', async () => {
  keepDraft('person.lena', { version: 3, lastName: 'Volk-Stone' })
  await showAccount()
  expect(field('Last name').value).toBe('Volk-Stone')
  answers['PATCH /api/people/lena'] = problem(409, 'Changed', { code: 'stale-version', current: LENA })
  await press('Save changes')
  expect(toasts()[0]?.[0]).toBe('Update Failed')
  expect(field('Last name').value).toBe('Volk')
  expect(draft('person.lena')).toBeNull()
  answers['PATCH /api/people/lena'] = () => Response.json({ ...LENA, version: 5 })
  type(field('Last name'), 'Stone')
  await press('Save changes')
  expect(sent('PATCH').map(({ body }) => body)).toMatchObject([{ version: 3 }, { version: 4, lastName: 'Stone' }])
})
