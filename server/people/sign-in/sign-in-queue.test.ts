import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { runAsCaller } from '../../platform/fairness/caller.ts'
import { sourceOf } from '../../platform/http/address.ts'
import { SignInQueue } from './sign-in-queue.ts'
import { RANK, type Rank } from './sign-in-order.ts'

/** A queue with one concurrent check, and the order in which checks start. */
function busyLine(limits: ConstructorParameters<typeof SignInQueue>[0] = {}) {
  const queue = new SignInQueue({ maxConcurrent: 1, maxConcurrentStrangers: 1, ...limits })
  const begun: string[] = []
  const blocker = Promise.withResolvers<void>()
  const first = queue.run(RANK.ownAddress, sourceOf('192.0.2.1'), 'ada', () => blocker.promise)
  const join = (name: string, rank: Rank, address: string, account = 'ada') =>
    queue.run(rank, sourceOf(address), account || undefined, async () => {
      begun.push(name)
    })
  const release = async () => {
    blocker.resolve()
    await first
  }
  return { queue, begun, join, release }
}

test('those who signed in before go first and in order, then strangers, the newest first', async () => {
  const { begun, join, release } = busyLine()
  const all = [
    join('stranger', RANK.unknownAddress, '203.1.0.1'),
    join('newer stranger', RANK.unknownAddress, '203.2.0.1'),
    join('known', RANK.knownAddress, '203.3.0.1'),
    join('own', RANK.ownAddress, '203.4.0.1'),
    join('later own', RANK.ownAddress, '203.5.0.1'),
  ]
  await release()
  await Promise.all(all)
  expect(begun).toEqual(['own', 'later own', 'known', 'newer stranger', 'stranger'])
})

test('a clean stranger goes before all of a flood from one network, one region or the same addresses', async () => {
  for (const flood of [
    (i: number) => `203.0.113.${i}`,
    (i: number) => `203.0.${i}.1`,
    (i: number) => `${i % 5}.${i % 5}.1.1`,
  ]) {
    const { begun, join, release } = busyLine({ maxQueuedPerNetwork: 100 })
    const before = Array.from({ length: 30 }, (_, i) => join('flood', RANK.unknownAddress, flood(i)))
    const clean = join('clean', RANK.unknownAddress, '198.51.100.9')
    const after = Array.from({ length: 30 }, (_, i) => join('flood', RANK.unknownAddress, flood(i + 30)))
    await release()
    await Promise.all([...before, clean, ...after])
    expect(begun[0]).toBe('clean')
  }
})

test('a clean stranger goes before a flood that uses each network once but tries the same accounts, or names of nobody', async () => {
  for (const account of [() => 'ben', () => '']) {
    const { begun, join, release } = busyLine()
    const flood = (i: number) => join('flood', RANK.unknownAddress, `${20 + i}.${i}.1.1`, account())
    const before = Array.from({ length: 30 }, (_, i) => flood(i))
    const clean = join('clean', RANK.unknownAddress, '198.51.100.9')
    const after = Array.from({ length: 30 }, (_, i) => flood(i + 30))
    await release()
    await Promise.all([...before, clean, ...after])
    expect(begun[0]).toBe('clean')
  }
})

test('a new machine goes before a flood from its own network, and takes the place of one of it', async () => {
  const { queue, begun, join, release } = busyLine({ maxQueuedPerNetwork: 24 })
  const flood = (i: number) =>
    join('flood', RANK.unknownAddress, `203.0.113.${i % 20}`, '').catch(({ code }) => code as string)
  const before = Array.from({ length: 60 }, (_, i) => flood(i))
  const clean = join('clean', RANK.unknownAddress, '203.0.113.200')
  expect(queue.isHopeless(sourceOf('203.0.113.201'))).toBe(false)
  const after = Array.from({ length: 60 }, (_, i) => flood(i))
  await release()
  await clean
  const refused = (await Promise.all([...before, ...after])).filter(Boolean)
  expect(begun[0]).toBe('clean')
  expect(begun).toHaveLength(24)
  expect(new Set(refused)).toEqual(new Set(['too-many-attempts']))
})

test('an attempt whose client disconnects while waiting is never checked', async () => {
  const { begun, join, release } = busyLine()
  const connection = new ServerResponse(new IncomingMessage(new Socket()))
  const gone = runAsCaller({ key: 'gone', connection }, () => join('gone', RANK.unknownAddress, '203.1.0.1'))
  const stays = join('stays', RANK.unknownAddress, '203.2.0.1')
  connection.emit('close')
  await expect(gone).rejects.toMatchObject({ code: 'unavailable' })
  await release()
  await stays
  expect(begun).toEqual(['stays'])
})

test('a right password raises no suspicion', async () => {
  const { begun, join, release } = busyLine()
  await release()
  await join('before', RANK.unknownAddress, '198.51.100.9')
  const later = busyLine()
  expect(begun).toEqual(['before'])
  const blocker = Promise.withResolvers<void>()
  const { queue } = later
  await later.release()
  await queue.run(RANK.unknownAddress, sourceOf('198.51.100.9'), 'ada', async () => undefined)
  const wrong = queue.run(RANK.unknownAddress, sourceOf('198.52.100.9'), 'ada', async () =>
    Promise.reject(new Error('wrong')),
  )
  await expect(wrong).rejects.toThrow('wrong')
  const busy = queue.run(RANK.ownAddress, sourceOf('192.0.2.1'), 'ada', () => blocker.promise)
  const all = [
    later.join('right', RANK.unknownAddress, '198.51.100.9'),
    later.join('wrong', RANK.unknownAddress, '198.52.100.9'),
  ]
  blocker.resolve()
  await Promise.all([busy, ...all])
  expect(later.begun).toEqual(['right', 'wrong'])
})

test('strangers leave one concurrent check free for the others', async () => {
  const queue = new SignInQueue({ maxConcurrent: 2, maxConcurrentStrangers: 1 })
  const never = Promise.withResolvers<void>()
  const flood = [1, 2, 3].map((i) =>
    queue.run(RANK.unknownAddress, sourceOf(`203.${i}.0.1`), 'ada', () => never.promise),
  )
  expect(await queue.run(RANK.knownAddress, sourceOf('198.51.100.9'), 'ada', async () => 'served')).toBe('served')
  never.resolve()
  await Promise.all(flood)
})

test('an attempt that waits too long, or is the last of an overlong queue, is refused and leaves the queue', async () => {
  const { begun, join, release } = busyLine({ queueTimeoutMs: 1 })
  await expect(join('late', RANK.unknownAddress, '203.0.113.1')).rejects.toMatchObject({ code: 'unavailable' })
  await release()
  expect(begun).toEqual([])

  const short = busyLine({ maxQueueLength: 2 })
  const oldest = short.join('oldest', RANK.unknownAddress, '203.1.0.1')
  const others = [
    short.join('own', RANK.ownAddress, '203.2.0.1'),
    short.join('newest', RANK.unknownAddress, '203.3.0.1'),
  ]
  await expect(oldest).rejects.toMatchObject({ code: 'unavailable' })
  await short.release()
  await Promise.all(others)
  expect(short.begun).toEqual(['own', 'newest'])
})

test('an attempt refused for lack of capacity raises no suspicion', async () => {
  const queue = new SignInQueue({ maxConcurrent: 1, queueTimeoutMs: 1 })
  const busy = Promise.withResolvers<void>()
  const first = queue.run(RANK.ownAddress, sourceOf('192.0.2.1'), 'ada', () => busy.promise)
  const late = queue.run(RANK.unknownAddress, sourceOf('198.51.100.9'), 'ada', async () => undefined)
  await expect(late).rejects.toMatchObject({ code: 'unavailable' })
  busy.resolve()
  await first

  const begun: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const again = queue.run(RANK.ownAddress, sourceOf('192.0.2.1'), 'ada', () => promise)
  const join = (address: string) =>
    queue.run(RANK.unknownAddress, sourceOf(address), 'ada', async () => {
      begun.push(address)
    })
  const both = [join('203.0.113.1'), join('198.51.100.9')]
  resolve()
  await Promise.all([again, ...both])
  // Equally clean, so the newer one goes first.
  expect(begun).toEqual(['198.51.100.9', '203.0.113.1'])
})
