import { act } from 'react'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { answers, control, press, show, withTestServer } from '../testing/request-screens.tsx'
import { Recipients } from './Recipients.tsx'
import { formOf, type ScheduleForm } from './schedule-form.ts'

withTestServer()

function Fields({ people }: { people: string[] }) {
  const { control } = useForm<ScheduleForm>({ defaultValues: { ...formOf(null, 'UTC', undefined), people } })
  return <Recipients control={control} error={undefined} />
}

async function pressFocused(name: string): Promise<void> {
  act(() => control('button', name).focus())
  await press(name)
}

test('after a person is removed, the focus stays among the recipients', async () => {
  answers['GET /api/reports'] = () => Response.json({ reports: [], roles: [{ id: 'manager', name: 'Manager' }] })
  const person = (id: string, firstName: string) => ({ id, firstName, lastName: 'Nowak', role: 'manager' })
  answers['GET /api/users'] = () => Response.json([person('eva', 'Eva'), person('dan', 'Dan')])
  await show('/', <Fields people={['eva', 'dan']} />)
  await pressFocused('Remove Eva Nowak')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove Dan Nowak')
  await pressFocused('Remove Dan Nowak')
  expect(document.activeElement?.getAttribute('role')).toBe('combobox')
})
