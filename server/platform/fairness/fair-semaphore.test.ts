import { EventEmitter } from 'node:events'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { AppError } from '../errors.ts'
import { asSharedWork, inBackground, runAsCaller } from './caller.ts'
import { FairSemaphore } from './fair-semaphore.ts'

let began: string[]
let ends: Map<string, () => void>
beforeEach(() => {
  began = []
  ends = new Map()
})

function turns(limits: Partial<ConstructorParameters<typeof FairSemaphore>[0]> = {}) {
  return new FairSemaphore({
    maxConcurrent: 1,
    queueTimeoutMs: 60_000,
    refusal: () => new AppError('unavailable', 'Later.'),
    ...limits,
  })
}

/** Runs a task until the test ends it by its name, which begins with its caller's. */
function ask(fair: FairSemaphore, name: string, options?: Parameters<FairSemaphore['run']>[1]) {
  const work = () => {
    began.push(name)
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)))
  }
  const done = runAsCaller({ key: name[0]! }, () => fair.run(work, options))
  done.catch(() => {})
  return done
}

async function end(name: string) {
  await nextTurn()
  ends.get(name)!()
  await nextTurn()
}

test('turns go round-robin by caller: a task waits for at most one of each other caller', async () => {
  const fair = turns()
  for (let i = 0; i < 20; i++) void ask(fair, `a${i}`)
  for (let i = 0; i < 20; i++) void ask(fair, `b${i}`)
  void ask(fair, 'c0')
  await nextTurn()
  for (let i = 0; i < 5; i++) await end(began.at(-1)!)
  expect(began).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1'])
})

test('one caller never takes every slot where a limit says so: another one begins at once', async () => {
  const fair = turns({ maxConcurrent: 4, maxConcurrentPerCaller: 3 })
  for (let i = 0; i < 10; i++) void ask(fair, `a${i}`)
  await nextTurn()
  expect(began).toEqual(['a0', 'a1', 'a2'])
  void ask(fair, 'b0')
  await nextTurn()
  expect(began).toEqual(['a0', 'a1', 'a2', 'b0'])
  await end('b0')
  await end('a1')
  expect(began).toEqual(['a0', 'a1', 'a2', 'b0', 'a3'])
})

test('concurrency is limited, and a task that fails frees its slot', async () => {
  const fair = turns({ maxConcurrent: 2 })
  let running = 0
  let most = 0
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, i) =>
      fair.run(async () => {
        most = Math.max(most, ++running)
        await nextTurn()
        running--
        if (i % 3 === 0) throw new Error('failed')
      }),
    ),
  )
  expect(most).toBe(2)
  expect(results.filter(({ status }) => status === 'rejected')).toHaveLength(7)
  expect(fair.size).toBe(0)
})

test('the surplus of one caller is refused at once, and nobody else’s', async () => {
  const fair = turns({ maxQueuedPerCaller: 5 })
  const own = Array.from({ length: 10 }, (_, i) => ask(fair, `a${i}`))
  for (const refused of own.slice(6)) {
    await expect(refused).rejects.toMatchObject({ code: 'too-many-calls', headers: { 'retry-after': '1' } })
  }
  expect(fair.size).toBe(5)
  void ask(fair, 'b0')
  await end('a0')
  await end('a1')
  expect(began).toEqual(['a0', 'a1', 'b0'])
})

test('at most a thousand calls wait in all', async () => {
  const fair = turns()
  for (let i = 0; i < 1001; i++) void ask(fair, `${String.fromCharCode(0x4e00 + i)}0`)
  await expect(ask(fair, 'z0')).rejects.toMatchObject({ code: 'unavailable' })
  expect(fair.size).toBe(1000)
})

test('a task that waits too long is refused and uses no slot', async () => {
  const fair = turns({ queueTimeoutMs: 20 })
  void ask(fair, 'a0')
  await expect(ask(fair, 'b0')).rejects.toMatchObject({ code: 'unavailable' })
  const next = ask(fair, 'c0', { queueTimeoutMs: 60_000 })
  await end('a0')
  await end('c0')
  expect(await next).toBe('c0')
  expect(began).toEqual(['a0', 'c0'])
})

test('a call whose connection closes leaves the queue, unless others wait for it as well', async () => {
  const fair = turns()
  void ask(fair, 'a0')
  const connection = Object.assign(new EventEmitter(), { destroyed: false }) as never as EventEmitter & {
    destroyed: boolean
  }
  const work = async () => void began.push('b')
  const caller = { key: 'b', connection: connection as never }
  const gone = runAsCaller(caller, () => fair.run(work))
  const shared = runAsCaller(caller, () => asSharedWork(() => fair.run(work)))
  expect(fair.size).toBe(2)
  connection.emit('close')
  await expect(gone).rejects.toMatchObject({ code: 'unavailable' })
  expect(fair.size).toBe(1)
  expect(connection.listenerCount('close')).toBe(0)
  await end('a0')
  await shared
  expect(began).toEqual(['a0', 'b'])
  connection.destroyed = true
  await expect(runAsCaller(caller, () => fair.run(work))).rejects.toMatchObject({ code: 'unavailable' })
})

test('long tasks leave slots for short ones, and each caller has one of them at most', async () => {
  const fair = turns({ maxConcurrent: 3, maxConcurrentLong: 2 })
  const long = { isLong: true }
  for (const name of ['a0', 'a1', 'b0', 'c0']) void ask(fair, name, long)
  await nextTurn()
  expect(began).toEqual(['a0', 'b0'])
  void ask(fair, 'a2')
  void ask(fair, 'd0')
  await nextTurn()
  expect(began).toEqual(['a0', 'b0', 'a2'])
  await end('a2')
  expect(began.at(-1)).toBe('d0')
  await end('b0')
  expect(began.at(-1)).toBe('c0')
  await end('a0')
  expect(began).toContain('a1')
})

test('background work counts as one caller, without a limit for its queue', async () => {
  const fair = turns({ maxQueuedPerCaller: 2 })
  void ask(fair, 'a0')
  const jobs = runAsCaller({ key: 'a' }, () =>
    inBackground(() => Array.from({ length: 5 }, () => fair.run(async () => void began.push('job')))),
  )
  void ask(fair, 'a1')
  await end('a0')
  await nextTurn()
  expect(began.slice(0, 3)).toEqual(['a0', 'job', 'a1'])
  await end('a1')
  await Promise.all(jobs)
})
