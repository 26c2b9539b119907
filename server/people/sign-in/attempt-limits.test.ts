import { expect, test } from 'vitest'
import { sourceOf } from '../../platform/http/address.ts'
import { AttemptLimits } from './attempt-limits.ts'

const stranger = async () => false
const known = async () => true

test('concurrent attempts are limited per address, less so for known addresses', async () => {
  const limits = new AttemptLimits({ perAddress: 2, perKnownAddress: 4 })
  const end = Promise.withResolvers<void>()
  const under = (address: string, isKnown = stranger) =>
    limits.admit(sourceOf(address), isKnown, () => end.promise).then(() => 'done')
  const refused = { code: 'too-many-attempts', headers: { 'retry-after': '2' } }
  const first = [under('203.0.113.1'), under('203.0.113.1')]
  await expect(under('203.0.113.1')).rejects.toMatchObject(refused)
  first.push(under('203.0.113.2'))
  first.push(under('203.0.113.1', known), under('203.0.113.1', known))
  await expect(under('203.0.113.1', known)).rejects.toMatchObject(refused)
  first.push(under('198.51.100.9'))
  end.resolve()
  expect(await Promise.all(first)).toEqual(Array.from({ length: 6 }, () => 'done'))
  expect(await under('203.0.113.1')).toBe('done')
})
