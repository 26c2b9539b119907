import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { FairCallScheduler } from './fair-call-scheduler.ts'

/** No turn is long unless the test advances the clock. */
function office(hasLarge?: (caller: string) => boolean) {
  let ms = 0
  const turns = new FairCallScheduler(hasLarge, () => ms)
  const begun: string[] = []
  const leave = new Map<string, () => void>()
  const enter = (name: string, kind: 'read' | 'change' = 'read') => {
    const over = turns.enter(kind, () => begun.push(name), name[0]!, 'known')
    if (over) leave.set(name, over)
    return over !== undefined
  }
  return { turns, begun, enter, over: (name: string) => leave.get(name)!(), takeLong: () => void (ms += 6) }
}
const many = (person: string, count: number) => Array.from({ length: count }, (_, i) => `${person}${i}`)

test('a caller’s first call starts at once, however many calls of another wait', () => {
  const { begun, enter } = office()
  for (const name of many('a', 300)) enter(name)
  const before = begun.length
  expect(before).toBeLessThan(10)
  enter('b0')
  expect(begun.slice(before)).toEqual(['b0'])
})

test('six reads of one person run concurrently; each that ends lets the next one start, in order', async () => {
  const { begun, enter, over } = office()
  const names = many('a', 20)
  for (const name of names) enter(name)
  for (let i = 0; i < 10; i++) await nextTurn()
  expect(begun).toEqual(names.slice(0, 6))
  over('a0')
  over('a3')
  for (let i = 0; i < 3; i++) await nextTurn()
  expect(begun).toEqual(names.slice(0, 8))
})

test('while large responses to a person are in flight, their further reads run two at a time', async () => {
  const large = new Set<string>()
  const { begun, enter, over } = office((caller) => large.has(caller))
  enter('a0')
  large.add('a')
  for (const name of ['a1', 'a2', 'a3']) enter(name)
  for (let i = 0; i < 10; i++) await nextTurn()
  expect(begun).toEqual(['a0', 'a1'])
  enter('b0')
  expect(begun).toContain('b0')
  over('a0')
  large.delete('a')
  for (let i = 0; i < 3; i++) await nextTurn()
  expect(begun).toEqual(['a0', 'a1', 'b0', 'a2', 'a3'])
})

test('another caller’s call starts at once after a long turn, too', async () => {
  const { begun, enter, takeLong } = office()
  for (const name of many('a', 100)) enter(name, 'change')
  takeLong()
  await nextTurn()
  const before = begun.length
  expect(before).toBeLessThan(30)
  enter('b0')
  expect(begun.slice(before)).toEqual(['b0'])
})

test('after a long turn the reads of a person run two at a time, and later six again', async () => {
  const { begun, enter, over, takeLong } = office()
  enter('a0')
  takeLong()
  await nextTurn()
  for (const name of ['a1', 'a2', 'a3']) enter(name)
  expect(begun).toEqual(['a0', 'a1'])
  over('a0')
  for (let i = 0; i < 3; i++) await nextTurn()
  expect(begun).toEqual(['a0', 'a1', 'a2', 'a3'])
})

test('calls held back by a long turn start after a short one, even if no earlier read has ended', async () => {
  const { begun, enter, takeLong } = office()
  enter('a0')
  takeLong()
  await nextTurn()
  for (const name of ['a1', 'a2', 'a3']) enter(name)
  takeLong()
  await nextTurn()
  expect(begun).toEqual(['a0', 'a1'])
  for (let i = 0; i < 6; i++) await nextTurn()
  expect(begun).toEqual(['a0', 'a1', 'a2', 'a3'])
})

test('changes do not wait for the reads of their person', async () => {
  const { begun, enter } = office()
  for (const name of many('a', 20)) enter(name)
  enter('a-change', 'change')
  for (let i = 0; i < 10; i++) await nextTurn()
  expect(begun).toContain('a-change')
  expect(begun).toHaveLength(7)
})

test('a call withdrawn while waiting never starts, and frees no slot of another', async () => {
  const { begun, enter, over } = office()
  for (const name of many('a', 8)) enter(name)
  over('a6')
  over('a6')
  for (let i = 0; i < 10; i++) await nextTurn()
  expect(begun).toHaveLength(6)
  over('a0')
  for (let i = 0; i < 3; i++) await nextTurn()
  expect(begun.slice(6)).toEqual(['a7'])
})

test('many addresses of strangers share one budget, and delay no signed-in caller', async () => {
  const { turns, begun, enter } = office()
  for (let i = 0; i < 300; i++) turns.enter('change', () => begun.push(`stranger ${i}`), `10.0.0.${i}`, 'stranger')
  expect(begun.length).toBeLessThan(20)
  enter('a0')
  expect(begun.at(-1)).toBe('a0')
  const last = 'a new address'
  turns.enter('change', () => begun.push(last), last, 'stranger')
  for (let i = 0; i < 300 && !begun.includes(last); i++) await nextTurn()
  expect(begun).toContain(last)
  expect(new Set(begun).size).toBe(begun.length)
})

test('an address that keeps calling does not overtake waiting ones', async () => {
  const { turns, begun } = office()
  for (let i = 0; i < 100; i++) turns.enter('change', () => begun.push('greedy'), 'greedy', 'stranger')
  turns.enter('change', () => begun.push('patient'), 'patient', 'stranger')
  for (let i = 0; i < 4; i++) await nextTurn()
  expect(begun).toContain('patient')
})

test('too many waiting calls are refused, for that person alone, and callers without calls are forgotten', async () => {
  const { turns, enter, over } = office()
  const names = many('a', 2000)
  const taken = names.filter((name) => enter(name))
  expect(taken.length).toBeGreaterThanOrEqual(1000)
  expect(taken.length).toBeLessThan(1010)
  expect(enter('b0')).toBe(true)
  for (const name of [...taken, 'b0']) over(name)
  await nextTurn()
  await nextTurn()
  expect(turns.size).toBe(0)
})
