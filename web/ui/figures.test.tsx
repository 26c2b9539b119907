import { expect, test } from 'vitest'
import { render } from '../testing/render.ts'
import { Meter } from './Meter.tsx'
import { Progress } from './Progress.tsx'

const named = (label: string) => document.querySelector(`[aria-label="${label}"]`)

test('a progress bar goes to 100 by default, and never beyond its maximum', () => {
  const away = render(
    <>
      <Progress label="Confidence" value={72} />
      <Progress label="Files" value={3} max={4} />
      <Progress label="Too much" value={130} />
    </>,
  )
  expect(named('Confidence')?.getAttribute('aria-valuemax')).toBe('100')
  const widths = ['Confidence', 'Files', 'Too much'].map((label) => named(label)?.querySelector('i')?.style.width)
  expect(widths).toEqual(['72%', '75%', '100%'])
  away()
})

test('without a value a progress bar is indeterminate', () => {
  const away = render(<Progress label="Reading" />)
  expect(named('Reading')?.hasAttribute('aria-valuenow')).toBe(false)
  away()
})

test('a meter fills its ten segments and says the value in words', () => {
  const away = render(<Meter label="Complexity" value={6.6} />)
  expect(named('Complexity')?.querySelectorAll('.active')).toHaveLength(7)
  expect(named('Complexity')?.getAttribute('aria-valuetext')).toBe('6.6 out of 10')
  away()
})
