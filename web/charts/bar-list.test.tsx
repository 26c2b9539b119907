import { act } from 'react'
import { expect, test } from 'vitest'
import { all, draw, one, press, withDrawing } from '../testing/drawing.tsx'
import { BarList } from './BarList.tsx'

withDrawing()

test('a list of bars is walked by arrows, and an empty one draws nothing', () => {
  // Two may have the same name.
  const rows = ['North', 'South', 'South'].map((label, index) => ({ label, value: index, to: `/${label}${index}` }))
  draw(<BarList label="Offices" rows={rows} />)
  expect(all('[tabindex="0"]')).toHaveLength(1)
  act(() => one('a').focus())
  press('ArrowDown')
  expect(document.activeElement?.getAttribute('href')).toBe('/South1')
  press('End')
  expect(document.activeElement?.getAttribute('href')).toBe('/South2')
  draw(<BarList label="Offices" rows={[]} />)
  expect(all('li')).toHaveLength(0)
})
