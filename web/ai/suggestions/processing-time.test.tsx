import { act } from 'react'
import { afterEach, expect, test } from 'vitest'
import type { ProcessingTime as Estimated } from '../../../shared/estimates.ts'
import { endSession, startSession } from '../../client/session.ts'
import { SUGGESTION } from '../../testing/ai-example.ts'
import { buildToken, buildUser } from '../../testing/session.ts'
import { render } from '../../testing/render.ts'
import { ProcessingTime } from './ProcessingTime.tsx'

const STORED_BEFORE: Estimated = SUGGESTION.processingTime!
const NOW: Estimated = {
  ...STORED_BEFORE,
  unit: 'working',
  details: {
    half: { low: 14, high: 22 },
    groupedBy: ['developmentType', 'priority'],
    requests: 31,
    standing: ['Expected to take longer than 6 in 10 of the last 200 finished requests.'],
    narrowedBy: ['More finished API requests with low priority: only 2 so far, so broader groups are mixed in.'],
  },
}

let leave: () => void
afterEach(() => leave())
const sentence = (time: Estimated) => {
  leave = render(<ProcessingTime time={time} />)
  return document.body.textContent ?? ''
}

test('a draft shows both ranges, where it stands and what would narrow them', () => {
  const text = sentence(NOW)
  expect(text).toContain('3 weeks to 1 month · 68% confidence')
  expect(text).toContain(
    'Half of such requests take 14 to 22 working days from submission to completion, four in five 9 to 31.',
  )
  expect(text).toContain(NOW.details!.standing[0])
  expect(text).toContain('What would narrow the range')
  expect(text).toContain(NOW.details!.narrowedBy[0])
})

test('in an office that works six days a week, six working days are one', () => {
  startSession({ token: buildToken(new Date()), user: buildUser({ officeWorkingDays: [1, 2, 3, 4, 6, 7] }) })
  const time = { ...NOW, details: { ...NOW.details!, half: { low: 5, high: 12 } } }
  expect(sentence(time)).toContain('5 working days to 2 weeks · 68% confidence')
  act(() => endSession('signed-out'))
})

test('an estimate stored before the middle half existed shows only the wide range', () => {
  const text = sentence(STORED_BEFORE)
  expect(text).toContain('2–4 weeks · 68% confidence')
  expect(text).toContain('Four in five take 9–31 days from submission to completion.')
  expect(text).not.toContain('narrow')
})

test('comparables that differ too much are named as such, without a figure to plan with', () => {
  const text = sentence({ ...NOW, low: 1, high: 70 })
  expect(text).toContain('Too different to say')
  expect(text).not.toContain('3 weeks to 1 month')
  expect(text).not.toContain('68%')
})
