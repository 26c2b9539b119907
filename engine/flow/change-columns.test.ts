import { expect, test } from 'vitest'
import { ChangeColumns } from './change-columns.ts'

const change = (at: number) => ({ at, kind: at % 3, value: 10 * at })

/** The instants of a request's changes, after a check that field and value belong to them. */
function instantsOf({ first, count, at, kind, value }: ChangeColumns, index: number): number[] {
  const end = first[index]! + count[index]!
  for (let i = first[index]!; i < end; i++)
    expect({ kind: kind[i], value: value[i] }).toMatchObject({ kind: at[i]! % 3, value: 10 * at[i]! })
  return [...at.subarray(first[index], end)]
}

function columnsFor(requests: number): ChangeColumns {
  const changes = new ChangeColumns()
  changes.grow(requests)
  return changes
}

test('changes in order of time are grouped by request', () => {
  const changes = columnsFor(3)
  const of = [2, 0, 2, 0, 2]
  of.forEach((index, i) => changes.add(index, change(i)))
  changes.group(Uint32Array.from(of))
  expect([0, 1, 2].map((index) => instantsOf(changes, index))).toEqual([[1, 3], [], [0, 2, 4]])
})

test('a stored copy has no room for changes that were replaced', () => {
  const changes = columnsFor(2)
  for (const [index, at] of [
    [0, 1],
    [0, 2],
    [1, 3],
  ] as const)
    changes.add(index, change(at))
  changes.clear(0)
  for (const at of [1, 2, 4]) changes.add(0, change(at))
  const stored = changes.stored(2)
  expect(stored.at).toHaveLength(4)
  const restored = ChangeColumns.from(stored)
  for (const columns of [changes, restored]) {
    expect([0, 1].map((index) => instantsOf(columns, index))).toEqual([[1, 2, 4], [3]])
  }
})

test('the room of replaced changes is freed once it is more than half', () => {
  const changes = columnsFor(2)
  changes.add(1, change(7))
  const add = () => {
    for (let i = 0; i < 110_000; i++) changes.add(0, change(i))
  }
  add()
  for (let turn = 0; turn < 3; turn++) {
    changes.clear(0)
    add()
    changes.compactIfWasteful()
  }
  expect(changes.size).toBeLessThanOrEqual(2 * 110_000 + 1)
  expect(instantsOf(changes, 1)).toEqual([7])
  expect(changes.at[changes.first[0]! + changes.count[0]! - 1]).toBe(109_999)
})
