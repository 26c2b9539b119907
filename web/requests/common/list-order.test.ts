import { expect, test } from 'vitest'
import { nextOrder, orderOf } from './list-order.ts'
import { readListState } from './list-state.ts'

const read = (text: string) => readListState(new URLSearchParams(text))

test('a column sorts its natural way first, then the other way, then not at all', () => {
  let state = read('')
  const click = (column: Parameters<typeof nextOrder>[1]) => {
    state = { ...state, ...nextOrder(state, column) }
    return `${state.sort} ${state.order}`
  }
  expect([click('title'), click('title'), click('title')]).toEqual(['title asc', 'title desc', 'null null'])
  expect([click('priority'), click('priority'), click('priority')]).toEqual([
    'priority desc',
    'priority asc',
    'null null',
  ])
  expect([click('requestId'), click('requestId')]).toEqual(['requestId asc', 'null null'])
})

test('while a search puts its best hits first no column claims the order, until one is clicked', () => {
  const state = read('search=manifest')
  expect(orderOf(state)).toBeNull()
  expect(orderOf(read(''))).toEqual({ sort: 'requestId', order: 'desc' })
  expect(nextOrder(state, 'requestId')).toEqual({ sort: 'requestId', order: 'desc' })
})
