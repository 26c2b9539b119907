import { expect, test } from 'vitest'
import { beginSequence, growSequence, type Sequence } from './sequence.ts'

/** A list of `count` requests, starting with "1", from which requests can be removed. */
function office(count: number) {
  let ids = Array.from({ length: count }, (_, i) => String(i + 1))
  return {
    read: (page: number) =>
      Promise.resolve({ total: ids.length, requests: ids.slice((page - 1) * 10, page * 10).map((id) => ({ id })) }),
    decide: (...gone: string[]) => (ids = ids.filter((id) => !gone.includes(id))),
  }
}
const idsOf = ({ steps }: Sequence) => steps.map(({ id }) => id).join(' ')

test('continues across pages', async () => {
  const { read } = office(25)
  let sequence = beginSequence('list', 2, await read(2))
  expect(sequence).toMatchObject({ before: 10, after: 5 })
  sequence = await growSequence(sequence, 1, read)
  sequence = await growSequence(sequence, -1, read)
  expect(idsOf(sequence)).toBe(Array.from({ length: 25 }, (_, i) => i + 1).join(' '))
  expect(sequence).toMatchObject({ before: 0, after: 0 })
  expect([sequence.steps[0]?.page, sequence.steps.at(-1)?.page]).toEqual([1, 3])
})

test('skips nothing when decided requests have left the list', async () => {
  for (const gone of [['1'], ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10'], ['10']]) {
    const { read, decide } = office(25)
    let sequence = beginSequence('list', 1, await read(1))
    decide(...gone)
    sequence = await growSequence(sequence, 1, read)
    expect(sequence.steps[10]).toMatchObject({ id: '11' })
    while (sequence.after > 0) sequence = await growSequence(sequence, 1, read)
    expect(idsOf(sequence)).toBe(Array.from({ length: 25 }, (_, i) => i + 1).join(' '))
  }
})

test('goes back over pages when more than one of them was decided', async () => {
  const { read, decide } = office(40)
  let sequence = beginSequence('list', 1, await read(1))
  sequence = await growSequence(sequence, 1, read)
  decide(...sequence.steps.map(({ id }) => id))
  sequence = await growSequence(sequence, 1, read)
  expect(sequence.steps[20]).toEqual({ id: '21', page: 1 })
})

test('ends when everything was decided', async () => {
  const { read, decide } = office(11)
  const begun = beginSequence('list', 1, await read(1))
  decide('11')
  const grown = await growSequence(begun, 1, read)
  expect(grown).toEqual({ ...begun, after: 0 })
  decide(...begun.steps.map(({ id }) => id))
  expect(await growSequence(begun, 1, read)).toEqual({ ...begun, after: 0 })
})
