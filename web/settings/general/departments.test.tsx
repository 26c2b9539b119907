import { act } from 'react'
import { expect, test } from 'vitest'
import { shows } from '../../testing/part.tsx'
import { queryClient } from '../../client/query.ts'
import { startSession } from '../../client/session.ts'
import {
  answers,
  choose,
  control,
  page,
  press,
  selectOf,
  sent,
  settle,
  show,
  withTestServer,
} from '../../testing/request-screens.tsx'
import { type } from '../../testing/render.ts'
import { buildToken, buildUser } from '../../testing/session.ts'
import type { Department } from './DepartmentsCard.tsx'
import { DepartmentsCard } from './DepartmentsCard.tsx'

withTestServer()

const DEPARTMENTS = '/api/settings/departments'
const build = (count: number): Department[] =>
  Array.from({ length: count }, (_, i) => ({
    key: `d${i + 1}`,
    name: `Department ${i + 1}`,
    retiredAt: null,
    successor: null,
    requests: 3,
    open: 1,
    people: 0,
    openTo: null,
    isMoving: false,
  }))
const names = () => [...document.querySelectorAll('li .medium')].map((name) => name.textContent)
const buttons = () => [...document.querySelectorAll('button')].map((one) => one.textContent)

async function open(count: number) {
  startSession({ token: buildToken(new Date()), user: buildUser({ permissions: ['settings.manage'] }) })
  let departments = build(count)
  answers[`GET ${DEPARTMENTS}`] = () => Response.json({ departments })
  answers[`PUT ${DEPARTMENTS}/order`] = () => {
    const { keys } = sent('PUT').at(-1)!.body as { keys: string[] }
    departments = keys.map((key) => departments.find((one) => one.key === key)!)
    return Response.json({ departments })
  }
  await show('/settings/general', <DepartmentsCard />)
}

test('the few departments of an office are all there, without a search', async () => {
  await open(5)
  expect(names()).toHaveLength(5)
  expect(document.querySelector('input[type=search]')).toBeNull()
  expect(buttons()).not.toContain('Show all 5')
  expect(page()).not.toContain('1 of 5')
})

test.each([
  [1, '1 open request is on its way to Department 2'],
  [1200, '1,200 open requests are on their way to Department 2'],
])('a retired department says where its %i open requests go', async (left, words) => {
  startSession({ token: buildToken(new Date()), user: buildUser({ permissions: ['settings.manage'] }) })
  const [first, ...others] = build(3)
  const retired = { ...first!, retiredAt: '2026-11-01T00:00:00.000Z', openTo: 'd2', open: left, isMoving: true }
  answers[`GET ${DEPARTMENTS}`] = () => Response.json({ departments: [retired, ...others] })
  await show('/settings/general', <DepartmentsCard />)
  expect(page()).toContain(`Retired. ${words}`)
})

test('of a hundred departments the first ten are drawn, until all are asked for', async () => {
  await open(100)
  expect(names()).toHaveLength(10)
  expect(page()).toContain('The first 10 of 100 departments')
  await press('Show all 100')
  expect(names()).toHaveLength(100)
  await press('Show the first 10')
  expect(names()).toHaveLength(10)
})

test('any of a hundred departments is found by its name and moved from where it stands', async () => {
  await open(100)
  type(document.querySelector<HTMLInputElement>('input[type=search]')!, 'ment 42')
  await shows(() => expect(names()).toEqual(['Department 42']))
  expect(page()).toContain('42 of 100 · 3 requests, 1 open')
  await press('Move Department 42 up')
  expect((sent('PUT')[0]!.body as { keys: string[] }).keys.slice(39, 43)).toEqual(['d40', 'd42', 'd41', 'd43'])
  expect(page()).toContain('41 of 100')
  expect(page()).toContain('Department 42 is now 41 of 100')
  type(document.querySelector<HTMLInputElement>('input[type=search]')!, 'nothing')
  await shows(() => expect(page()).toContain('No department has this in its name'))
})

test('a department that is added to a hundred is seen, though it stands behind them', async () => {
  await open(100)
  answers[`POST ${DEPARTMENTS}`] = () =>
    Response.json({ departments: [...build(100), { ...build(1)[0]!, key: 'new', name: 'Ports' }] })
  type(document.querySelector<HTMLInputElement>('form input')!, 'Ports')
  await press('Add department')
  expect(names()).toHaveLength(11)
  expect(names()[10]).toBe('Ports')
  expect(page()).toContain('101 of 101 · ')
})

test('an addition whose answer was lost is sent again under the same key', async () => {
  queryClient.setDefaultOptions({ ...queryClient.getDefaultOptions(), mutations: { retry: 1, retryDelay: 0 } })
  await open(5)
  answers[`POST ${DEPARTMENTS}`] = () => {
    if (sent('POST').length === 1) throw new TypeError('Failed to fetch')
    return Response.json({ departments: build(5) })
  }
  type(document.querySelector<HTMLInputElement>('form input')!, 'Ports')
  await press('Add department')
  const keys = sent('POST').map(({ key }) => key)
  expect(keys).toEqual([expect.any(String), keys[0]])
})

test('a department that is moved out of the first ten stays in sight, and keeps the focus', async () => {
  await open(100)
  act(() => control<HTMLButtonElement>('button', 'Move Department 10 down').focus())
  await press('Move Department 10 down')
  expect(names()[10]).toBe('Department 10')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Move Department 10 down')
})

test('a name that somebody else has given meanwhile is shown before it is replaced', async () => {
  await open(2)
  const message = 'Somebody else has renamed it to Ports.'
  const refusal = { error: message, code: 'stale-version', details: [{ path: 'name', message }] }
  answers[`PATCH ${DEPARTMENTS}/d1`] = () =>
    sent('PATCH').length === 1
      ? Response.json({ ...refusal, current: { name: 'Ports' } }, { status: 409 })
      : Response.json({ departments: build(2) })
  await press('Rename Department 1')
  const field = document.querySelector<HTMLInputElement>('[role=dialog] input')!
  type(field, 'Harbours')
  const rename = () => act(() => field.form!.requestSubmit())
  rename()
  await shows(() => expect(page()).toContain(`${message} Rename again to use yours.`))
  expect(page()).toContain('Rename Ports')
  expect(field.value).toBe('Harbours')
  rename()
  await shows(() =>
    expect(sent('PATCH').map(({ body }) => body)).toEqual([
      { name: 'Harbours', previousName: 'Department 1' },
      { name: 'Harbours', previousName: 'Ports' },
    ]),
  )
  await settle()
})

test('retiring a department asks what happens to its open requests and its people; a successor is offered first', async () => {
  const permissions = ['settings.manage', 'team.manage'] as const
  startSession({ token: buildToken(new Date()), user: buildUser({ permissions: [...permissions] }) })
  const [first, ...others] = build(3)
  answers[`GET ${DEPARTMENTS}`] = () =>
    Response.json({ departments: [{ ...first!, open: 1200, people: 2 }, ...others] })
  answers[`PUT ${DEPARTMENTS}/d1/retirement`] = () => Response.json({ departments: build(3) })
  await show('/settings/general', <DepartmentsCard />)
  await press('Retire Department 1')
  const open = 'What happens to its 1,200 open requests?'
  expect(selectOf(open).textContent).toBe('Leave in Department 1')
  await choose('Successor', 'Department 3')
  expect(selectOf(open).textContent).toBe('Move to Department 3')
  await choose('What happens to its 2 people?', 'Leave in Department 1')
  act(() => document.querySelector<HTMLFormElement>('[role=dialog] form')!.requestSubmit())
  await shows(() =>
    expect(sent('PUT').map(({ body }) => body)).toEqual([{ successor: 'd3', openTo: 'd3', peopleTo: null }]),
  )
  await settle()
})
