import { act } from 'react'
import { expect, test } from 'vitest'
import { render } from '../../testing/render.ts'
import { lazyPanel } from './lazy-panel.tsx'

const text = () => document.body.textContent

test('a preloaded part renders at once, without its placeholder', async () => {
  const Part = lazyPanel(() => Promise.resolve({ default: () => <p>The part</p> }), { waiting: 'Waiting' })
  await Part.load()
  const away = render(<Part />)
  expect(text()).toBe('The part')
  away()
})

test('a part whose preload failed is fetched when it is shown', async () => {
  let tries = 0
  const load = async () => {
    if (tries++ === 0) throw new Error('offline')
    return { default: () => <p>The part</p> }
  }
  const Part = lazyPanel(load, { waiting: 'Waiting' })
  await Part.load().catch(() => {})
  const away = render(<Part />)
  expect(text()).toBe('Waiting')
  await act(async () => {})
  expect(text()).toBe('The part')
  away()
})
