import { expect, test } from 'vitest'
import { retryWhileBusy } from './retry-while-busy.ts'

const failWith = (code: string) => {
  throw Object.assign(new Error('no'), { code })
}

test('work is repeated while another process holds the lock', async () => {
  let tries = 0
  expect(await retryWhileBusy(() => (++tries < 3 ? failWith('SQLITE_BUSY_SNAPSHOT') : 'done'), 60_000)).toBe('done')
  expect(tries).toBe(3)
})

test('a lock that is not released in time is reported', async () => {
  await expect(retryWhileBusy(() => failWith('SQLITE_BUSY'), 20)).rejects.toMatchObject({ code: 'SQLITE_BUSY' })
})

test('any other failure is reported at once', async () => {
  let tries = 0
  const failing = retryWhileBusy(() => {
    tries++
    failWith('SQLITE_FULL')
  }, 60_000)
  await expect(failing).rejects.toMatchObject({ code: 'SQLITE_FULL' })
  expect(tries).toBe(1)
})
