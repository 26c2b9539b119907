import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach } from 'vitest'

declare global {
  var IS_REACT_ACT_ENVIRONMENT: boolean | undefined
}

/**
 * React warns about an update that it renders at any later time: what the test reads before is chance. A test that causes
 * one fails. A part of the page that is loaded when it is needed may arrive at any time.
 */
const unawaited: string[] = []
const isOfUpdate = (message: unknown) => /^An update to .* not wrapped in act\(/.test(String(message))
const { error } = console
console.error = (...args: unknown[]) => {
  if (isOfUpdate(args[0])) unawaited.push(String(args[1]))
  else error(...args)
}
afterEach(() => {
  const [component] = unawaited.splice(0)
  if (component !== undefined) throw new Error(`${component} was updated while the test was not waiting in act()`)
})

/** Renders into the document. @returns unmounts it */
export function render(element: ReactNode): () => void {
  globalThis.IS_REACT_ACT_ENVIRONMENT = true
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  act(() => root.render(element))
  return () => {
    act(() => root.unmount())
    place.remove()
  }
}

/** Types into a field as a person would, in one go. */
export function type(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set
  act(() => {
    setter?.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}
