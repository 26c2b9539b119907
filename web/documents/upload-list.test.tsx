import { expect, onTestFinished, test } from 'vitest'
import { render } from '../testing/render.ts'
import { UploadList } from './UploadList.tsx'

test('the name of a button begins with its visible text, so that it can be spoken', () => {
  const item = {
    key: '1',
    name: 'nine.pdf',
    size: 9,
    received: 4,
    state: 'missing',
    id: null,
    note: null,
    canRetry: false,
  } as const
  const nothing = () => {}
  onTestFinished(
    render(<UploadList items={[item]} isLocked={false} onRemove={nothing} onRetry={nothing} onChoose={nothing} />),
  )
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Choose again')
  expect(button?.getAttribute('aria-label')).toBe('Choose again: nine.pdf')
})
