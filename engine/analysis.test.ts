import { expect, test } from 'vitest'
import { Analysis } from '../shared/analysis.ts'
import { analyze } from './analysis.ts'
import { estimateDuration } from './durations/duration-estimator.ts'
import type { HistoryRow } from './durations/history.ts'
import { processingTimeOf } from './estimate.ts'
import { smallModel } from './testing/small-model.ts'

const NOW = Date.UTC(2026, 10, 20)
const model = smallModel(NOW)

test('an analysis names its parts, its points and its comparables', () => {
  const history: HistoryRow[] = Array.from({ length: 40 }, (_, i) => ({
    id: `${i}`,
    requestId: `RFD-2026-${i}`,
    title: `Interface ${i}`,
    description: '',
    priority: 'high',
    department: 'operations',
    developmentType: 'Integration',
    createdAt: new Date(NOW - (100 - i) * 86_400_000).toISOString(),
    finishedAt: new Date(NOW - (60 - i) * 86_400_000).toISOString(),
  }))
  const subject = {
    title: 'Interface to the bank with migration of old records',
    description: 'Several offices, approval by the court, signed messages. Maybe also the treasury?',
    priority: 'high',
    department: 'operations',
    developmentType: 'Integration',
  } as const
  const answer = Analysis.parse(
    analyze(
      model,
      subject,
      history,
      [
        { id: '3', score: 0.7 },
        { id: 'unknown', score: 0.6 },
      ],
      NOW,
    ),
  )
  expect(answer.timeEstimate.comparables).toEqual([
    { id: '3', requestId: 'RFD-2026-3', title: 'Interface 3', days: 40, likeness: 0.7 },
  ])
  expect(answer.timeEstimate.estimatedDays).toBeCloseTo(40, 0)
  expect(answer.complexity.score).toBeGreaterThanOrEqual(6)
  expect(answer.complexity.keyFactors.join()).toContain('Integration points +')
  expect(answer.timeEstimate.riskFactors.length).toBeGreaterThan(0)
  const time = processingTimeOf(estimateDuration(model.durations, subject, history, [], NOW))
  expect(time.estimate).toMatch(/week|month/)
  const adviceOf = (...alike: { id: string; score: number }[]) =>
    analyze(model, subject, history, alike, NOW).timeEstimate.recommendations.join(' ')
  expect(adviceOf({ id: '3', score: 0.4 }, { id: '5', score: 0.6 })).toContain('Look at RFD-2026-5 first')
  expect(adviceOf({ id: '3', score: 0.17 })).not.toContain('Look at')
})

test('the office may count working days: fewer of them, and every text says so', () => {
  const history: HistoryRow[] = Array.from({ length: 60 }, (_, i) => ({
    id: `${i}`,
    requestId: `RFD-2026-${i}`,
    title: `Form ${i}`,
    description: '',
    priority: 'medium',
    department: 'it',
    developmentType: 'UI',
    createdAt: new Date(NOW - (100 - i) * 86_400_000).toISOString(),
    finishedAt: new Date(NOW - (97 - i - (i % 4)) * 86_400_000).toISOString(),
  }))
  const subject = {
    title: 'A form',
    description: '',
    priority: 'medium',
    department: 'it',
    developmentType: 'UI',
  } as const
  const [calendar, working] = (['calendar', 'working'] as const).map((unit) =>
    estimateDuration({ ...model.durations, unit }, subject, history, [{ id: '3', score: 0.8 }], NOW),
  )
  expect(calendar).toMatchObject({ unit: 'calendar' })
  expect(working).toMatchObject({ unit: 'working' })
  expect(working!.high).toBeLessThan(calendar!.high)
  for (const factor of working!.factors) expect(factor).toContain('working days')
  expect(processingTimeOf(working!).estimate).toContain('working day')
  expect(processingTimeOf(calendar!).estimate).not.toContain('working')
  const week = { ...working!, low: 5, high: 12 }
  expect(processingTimeOf(week, 6).estimate).toBe('5 working days to 2 weeks')
})
