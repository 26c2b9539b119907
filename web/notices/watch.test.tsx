import { act } from 'react'
import { beforeEach, expect, test } from 'vitest'
import {
  answers,
  control,
  page,
  press,
  problem,
  sent,
  show,
  toasts,
  withTestServer,
} from '../testing/request-screens.tsx'

withTestServer()

const ELENA = { id: 'elena', firstName: 'Elena', lastName: 'Marku' }
const ME = { id: 'ben', firstName: 'Ada', lastName: 'Asks' }
let watchers: (typeof ELENA)[]

beforeEach(() => {
  watchers = [ELENA]
  answers['GET /api/requests/r1/watchers'] = () => Response.json(watchers)
  answers['PUT /api/requests/r1/watch'] = () => {
    watchers = [ELENA, ME]
    return new Response(null, { status: 204 })
  }
  answers['DELETE /api/requests/r1/watch'] = () => {
    watchers = [ELENA]
    return new Response(null, { status: 204 })
  }
})

const names = () =>
  [...document.querySelectorAll('[aria-label="Who watches this request"] li')].map((li) => li.textContent)

test('a request is watched and unwatched in its details, which name who watches it', async () => {
  await show('/requests?request=r1')
  expect(page()).toContain('1 watching')
  await press('Watch')
  expect(sent('PUT').map(({ path }) => path)).toEqual(['/api/requests/r1/watch'])
  expect(page()).toContain('2 watching')
  act(() => control('button', '2 watching').click())
  expect(names()).toEqual(['Elena Marku', 'Ada Asks (you)'])
  await press('Unwatch')
  expect(sent('DELETE').map(({ path }) => path)).toEqual(['/api/requests/r1/watch'])
  expect(page()).toContain('1 watching')
})

test('a watch that fails says so, and shows what is stored', async () => {
  answers['PUT /api/requests/r1/watch'] = problem(503, 'Not now.')
  await show('/requests?request=r1')
  await press('Watch')
  expect(toasts()).toEqual([['Error', expect.stringContaining('Not now.')]])
  expect(page()).toContain('1 watching')
})

test('without an answer about watchers there is no control', async () => {
  answers['GET /api/requests/r1/watchers'] = problem(503, 'Not now.')
  await show('/requests?request=r1')
  expect(page()).not.toMatch(/Watch|watching/)
})
