import { expect, test, vi } from 'vitest'
import { shows } from '../../testing/part.tsx'
import { answers, page, press, sent, show, withTestServer } from '../../testing/request-screens.tsx'
import { type } from '../../testing/render.ts'
import { DepartmentsStep } from './DepartmentsStep.tsx'

withTestServer()

const onDone = vi.fn()

async function typeAndContinue(name: string, answer: () => Response) {
  onDone.mockClear()
  answers['GET /api/departments'] = () => Response.json({ departments: [] })
  answers['POST /api/settings/departments'] = answer
  await show('/setup', <DepartmentsStep onDone={onDone} />)
  type(document.querySelector('input')!, name)
  await press('Continue')
}

test('"Continue" adds a department that is typed but not added yet', async () => {
  await typeAndContinue('Logistics', () => Response.json({ departments: [] }))
  await shows(() => expect(onDone.mock.calls.length).toBe(1))
  expect(sent('POST').map(({ body }) => body)).toEqual([{ name: 'Logistics' }])
})

test('"Continue" stays where a typed department is refused', async () => {
  const message = 'There is already Operations.'
  const refusal = { error: message, code: 'bad-input', details: [{ path: 'name', message }] }
  await typeAndContinue('operations', () => Response.json(refusal, { status: 400 }))
  await shows(() => expect(page()).toContain(message))
  expect(document.activeElement).toBe(document.querySelector('input'))
  expect(onDone).not.toHaveBeenCalled()
})

test('"Continue" adds nothing where nothing is typed', async () => {
  await typeAndContinue(' ', () => Response.json({ departments: [] }))
  expect(onDone).toHaveBeenCalledOnce()
  expect(sent('POST')).toEqual([])
})
