import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Presence, type Visit } from './presence.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const visit = (page: number, change: Partial<Visit> = {}): Visit => ({
  page: `page ${page}`,
  personId: 'ada',
  request: { id: 'r1', requester_id: 'ada', assigned_to_id: null },
  activity: 'looking',
  ...change,
})
const other = { id: 'r2', requester_id: 'ada', assigned_to_id: null }

function presence() {
  const told: string[] = []
  const sent = vi.fn<(visit: Visit) => void>()
  const one = new Presence({ onVisitors: ({ id }) => told.push(id), onVisit: sent }, () => Date.now())
  return { one, told, sent, at: (id = 'r1') => Object.fromEntries(one.at(id)) }
}

test('a person is where their pages are, with what they do most', () => {
  const { one, at } = presence()
  one.say(visit(1))
  one.say(visit(2, { activity: 'editing' }))
  expect(at()).toEqual({ ada: 'editing' })
  one.say(visit(2, { activity: null }))
  expect(at()).toEqual({ ada: 'looking' })
  one.say(visit(1, { request: other }))
  expect([at(), at('r2')]).toEqual([{}, { ada: 'looking' }])
})

test('a page that falls silent is gone after twenty seconds, here and in the other processes', () => {
  const [here, there] = [presence(), presence()]
  here.one.say(visit(1))
  there.one.hear(here.sent.mock.calls[0]![0])
  vi.advanceTimersByTime(15_000)
  here.one.say(visit(1))
  expect(here.sent).toHaveBeenCalledTimes(2)
  vi.advanceTimersByTime(15_000)
  expect([here.at(), there.at()]).toEqual([{ ada: 'looking' }, {}])
  vi.advanceTimersByTime(5000)
  expect(here.at()).toEqual({})
})

test('a thousand calls of one person take bounded room, and tell others little', () => {
  const { one, told, sent } = presence()
  const refused: unknown[] = []
  for (let i = 0; i < 1000; i++) {
    for (const activity of ['looking', 'editing', null] as const) {
      try {
        one.say(visit(i, { activity }))
      } catch (error) {
        refused.push(error)
      }
    }
  }
  expect(refused).toHaveLength(3 * 980)
  expect(refused[0]).toMatchObject({ code: 'too-many-calls', headers: { 'retry-after': '20' } })
  vi.advanceTimersByTime(10_000)
  // Each page once at once and once with its last state; the request likewise.
  expect(sent).toHaveBeenCalledTimes(40)
  expect(told).toHaveLength(2)
  expect(sent.mock.calls.slice(20).every(([{ activity }]) => activity === null)).toBe(true)
  vi.advanceTimersByTime(10_000)
  one.say(visit(5000))
})

test('what is said again and again tells nobody', () => {
  const { one, told } = presence()
  for (let i = 0; i < 5; i++) {
    one.say(visit(1))
    vi.advanceTimersByTime(10_000)
  }
  one.say(visit(7, { personId: 'ben', activity: null }))
  expect(told).toEqual(['r1'])
})
