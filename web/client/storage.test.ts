import { expect, test } from 'vitest'
import { StorageWithFallback } from './storage.ts'

const OFF = () => {
  throw new DOMException('not here', 'SecurityError')
}

test('a stored text is there for the next window', () => {
  expect(new StorageWithFallback(() => localStorage).store('a', 'one')).toBe(true)
  const next = new StorageWithFallback(() => localStorage)
  expect([next.read('a'), next.isInMemoryOnly('a')]).toEqual(['one', false])
  next.remove('a')
  expect(next.read('a')).toBeNull()
})

test('without a storage a text lives in memory as long as the window, and is reported as such', () => {
  const texts = new StorageWithFallback(OFF)
  expect(texts.store('a', 'one')).toBe(false)
  expect([texts.read('a'), texts.isInMemoryOnly('a'), texts.keys()]).toEqual(['one', true, ['a']])
  texts.remove('a')
  expect([texts.read('a'), texts.keys()]).toEqual([null, []])
})

test('a text that did not fit into the storage takes precedence over the older stored one', () => {
  localStorage.setItem('a', 'older')
  let isFull = true
  const full = { ...localStorage, setItem: () => OFF(), getItem: (key: string) => localStorage.getItem(key) } as Storage
  const texts = new StorageWithFallback(() => (isFull ? full : localStorage))
  texts.store('a', 'newer')
  expect(texts.read('a')).toBe('newer')
  isFull = false
  expect(texts.store('a', 'newest')).toBe(true)
  expect([localStorage.getItem('a'), texts.isInMemoryOnly('a')]).toEqual(['newest', false])
  texts.remove('a')
})
