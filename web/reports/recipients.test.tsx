import { act } from 'react'
import { useForm } from 'react-hook-form'
import { beforeEach, expect, test } from 'vitest'
import { answers, control, press, settle, show, withTestServer } from '../testing/request-screens.tsx'
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

const person = (id: string, firstName: string) => ({ id, firstName, lastName: 'Nowak', role: 'manager' })

beforeEach(() => {
  answers['GET /api/reports'] = () => Response.json({ reports: [], roles: [{ id: 'manager', name: 'Manager' }] })
})

test('after a person is removed, the focus stays among the recipients', async () => {
  answers['GET /api/users'] = () => Response.json([person('eva', 'Eva'), person('dan', 'Dan')])
  await show('/', <Fields people={['eva', 'dan']} />)
  await pressFocused('Remove Eva Nowak')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove Dan Nowak')
  await pressFocused('Remove Dan Nowak')
  expect(document.activeElement?.getAttribute('role')).toBe('combobox')
})

test('the field is disabled once nobody is left to choose, and hands the focus to the people chosen', async () => {
  answers['GET /api/users'] = () => Response.json([person('eva', 'Eva')])
  await show('/', <Fields people={[]} />)
  const field = document.querySelector<HTMLButtonElement>('[role=combobox]')!
  act(() => field.click())
  act(() => document.querySelector<HTMLElement>('[role=option]')!.click())
  await settle()
  expect(field.disabled).toBe(true)
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove Eva Nowak')
})
