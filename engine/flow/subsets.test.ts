import { expect, test } from 'vitest'
import { Facts } from './facts.ts'
import { FlowModel } from './flow-model.ts'
import { COMPLETED, PENDING } from './status-numbers.ts'
import { OfficeTime } from './office-time.ts'
import { Subsets } from './subsets.ts'

const TIME = new OfficeTime({ timeZone: 'UTC', workingDays: [1, 2, 3, 4, 5], holidays: [] })

test('subsets of one question do not overwrite each other, and have no spare capacity', () => {
  const model = new FlowModel()
  const facts = new Facts(TIME, 'calendar')
  model.present.status = Uint8Array.of(PENDING, COMPLETED, PENDING, COMPLETED)
  facts.createdDay = Int32Array.of(3, 4, 4, 9)
  facts.finishedDay = Int32Array.of(0, 7, 0, 12)
  const subsets = new Subsets(model, facts, Uint32Array.of(0, 1, 2, 3))
  const actual = [subsets.open, subsets.createdIn({ from: 4, to: 9 }), subsets.finishedIn({ from: 1, to: 9 })]
  expect(actual.map((part) => [...part])).toEqual([[0, 2], [1, 2, 3], [1]])
  expect(actual.map(({ buffer }) => buffer.byteLength / Uint32Array.BYTES_PER_ELEMENT)).toEqual([2, 3, 1])
})
