import { act, useState, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import type { Person } from '../../../shared/team.ts'
import { shows } from '../../testing/part.tsx'
import { type } from '../../testing/render.ts'
import {
  answers,
  control,
  draft,
  keepDraft,
  page,
  press,
  problem,
  sent,
  show,
  toasts,
  withTestServer,
} from '../../testing/request-screens.tsx'
import { ARCHIVE } from '../../testing/role.ts'
import { AddPerson } from './AddPerson.tsx'
import { personChanged } from './api.ts'
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
async function showForm(form: (close: () => void) => ReactNode, person = LENA): Promise<void> {
  answers['GET /api/roles'] = () => Response.json({ roles: [{ ...ARCHIVE, id: 'user', name: 'User' }] })
  answers['GET /api/people/lena'] = () => Response.json(person)
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
const showAccount = (person = LENA) =>
  showForm((close) => <PersonDialog id="lena" onClose={close} onRemoved={() => {}} />, person)

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

test('an account that is closed right after the last key keeps the text, says so, and shows it again', async () => {
  await showAccount()
  type(field('Last name'), 'Volk-Stone')
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

test('after a conflict each edited field shows what somebody else has saved for it', async () => {
  await showAccount()
  type(field('Last name'), 'Volk-Stone')
  const current = { ...LENA, lastName: 'Wolf', department: 'Harbour', version: 5 }
  answers['PATCH /api/people/lena'] = problem(409, 'Changed', { code: 'stale-version', current })
  answers['GET /api/people/lena'] = () => Response.json(current)
  await press('Save changes')
  expect(page()).toContain('Saved meanwhile: Wolf')
  expect(page()).not.toContain('Saved meanwhile: Harbour')
  expect(field('Department').textContent).toBe('as typed: Harbour')
})

test('what was typed outlasts a conflict, beside what somebody else has saved, and can be saved again', async () => {
  await showAccount()
  type(field('Last name'), 'Volk-Stone')
  const current = { ...LENA, department: 'Harbour', version: 5 }
  answers['PATCH /api/people/lena'] = problem(409, 'Changed', { code: 'stale-version', current })
  answers['GET /api/people/lena'] = () => Response.json(current)
  await press('Save changes')
  expect(toasts()[0]?.[0]).toBe('This account has changed meanwhile')
  expect(field('Last name').value).toBe('Volk-Stone')
  expect(field('Department').textContent).toBe('as typed: Harbour')
  await shows(() => expect(draft('person.lena')).toContain('Volk-Stone'))
  answers['PATCH /api/people/lena'] = () => Response.json({ ...current, lastName: 'Volk-Stone', version: 6 })
  await press('Save changes')
  expect(sent('PATCH').map(({ body }) => body)).toMatchObject([
    { version: 4, lastName: 'Volk-Stone' },
    { version: 5, lastName: 'Volk-Stone', department: 'Harbour' },
  ])
  expect(draft('person.lena')).toBeNull()
})

test('a field that somebody else has saved during the edit is not overwritten unseen', async () => {
  await showAccount()
  type(field('Last name'), 'Volk-Stone')
  const theirs = { ...LENA, lastName: 'Volkova', version: 5 }
  answers['GET /api/people/lena'] = () => Response.json(theirs)
  act(() => personChanged(theirs))
  await shows(() => expect(document.querySelector('h2')?.textContent).toBe('Lena Volkova'))
  answers['PATCH /api/people/lena'] = () => Response.json({ ...LENA, lastName: 'Volk-Stone', version: 6 })
  await press('Save changes')
  expect(toasts()[0]?.[0]).toBe('This account has changed meanwhile')
  expect(sent('PATCH')).toEqual([])
  await press('Save changes')
  expect(sent('PATCH').map(({ body }) => body)).toMatchObject([{ version: 5, lastName: 'Volk-Stone' }])
})

test('a draft of an account that has changed since brings back what was typed, and nothing else', async () => {
  keepDraft('person.lena', { version: 3, lastName: 'Volk-Stone' })
  await showAccount()
  expect(field('Last name').value).toBe('Volk-Stone')
  answers['PATCH /api/people/lena'] = () => Response.json({ ...LENA, lastName: 'Volk-Stone', version: 5 })
  await press('Save changes')
  expect(sent('PATCH').map(({ body }) => body)).toMatchObject([{ version: 4, lastName: 'Volk-Stone' }])
})

test('a change that was typed before its person was reactivated is saved without a conflict', async () => {
  const inactive: Person = { ...LENA, state: 'inactive', deactivatedAt: '2026-11-20T09:00:00.000Z' }
  await showAccount(inactive)
  type(field('Last name'), 'Volk-Stone')
  const active = () => Response.json({ ...LENA, version: 5 })
  Object.assign(answers, { 'DELETE /api/people/lena/deactivation': active, 'GET /api/people/lena': active })
  await press('Reactivate')
  expect(field('Last name').value).toBe('Volk-Stone')
  answers['PATCH /api/people/lena'] = () => Response.json({ ...LENA, lastName: 'Volk-Stone', version: 6 })
  await press('Save changes')
  expect(sent('PATCH').map(({ body }) => body)).toMatchObject([{ version: 5, lastName: 'Volk-Stone' }])
})
