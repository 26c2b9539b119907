import { Pencil } from 'lucide-react'
import { act, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { render } from '../testing/render.ts'
import { Dialog } from './Dialog.tsx'
import { IconButton } from './IconButton.tsx'

let away = () => {}
afterEach(() => away())

function Screen() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <IconButton label="Edit" icon={Pencil} onClick={() => setOpen(true)} />
      <Dialog open={isOpen} onOpenChange={setOpen} title="What can I ask?">
        <p>Ask about requests.</p>
      </Dialog>
    </>
  )
}

const button = (name: string) => document.querySelector<HTMLElement>(`button[aria-label="${name}"]`)
const tip = () => document.querySelector('[role=tooltip]')?.textContent ?? null
async function settle() {
  await act(() => new Promise<void>((resolve) => setTimeout(resolve, 5)))
}

test('a tooltip opens for a tab stop, but not where a dialog puts the focus', async () => {
  away = render(<Screen />)
  act(() => button('Edit')?.focus())
  expect(tip()).toBe('Edit')
  act(() => button('Edit')?.click())
  await settle()
  expect(document.activeElement).toBe(button('Close'))
  expect(tip()).toBeNull()

  act(() => {
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  })
  await settle()
  expect(document.querySelector('[role=dialog]')).toBeNull()
  expect(document.activeElement).toBe(button('Edit'))
  expect(tip()).toBeNull()
})
