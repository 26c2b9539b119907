import { beforeAll, expect, test } from 'vitest'
import { smallModel } from '../../engine/testing/small-model.ts'
import type { Model } from '../../engine/model.ts'
import { FIRST_DEPARTMENTS } from '../../shared/departments.ts'
import { readInSteps } from '../../engine/documents/read-document.ts'
import { longContent } from './make/long.ts'
import { pagesOf } from './printed-pages.ts'
import { goldenDocuments, type Half } from './golden-documents.ts'
import { judge, readBy, scoresOf } from './report.ts'

let model: Model
beforeAll(() => {
  model = smallModel(Date.UTC(2026, 0, 1))
})

test.each<Half>(['held-out', 'open'])(
  'asks of the %s documents are found, and little else is proposed',
  async (half) => {
    const scores = scoresOf(await judge(half, (document, pages) => readBy(model, document, pages)))
    expect(scores.recall).toBeGreaterThanOrEqual(0.85)
    expect(scores.precision).toBeGreaterThanOrEqual(0.85)
    expect(scores.dueDates).toBeGreaterThanOrEqual(0.85)
  },
)

test('golden documents have no ask, one, several and twenty, in three languages and three formats', () => {
  const documents = [...goldenDocuments('held-out'), ...goldenDocuments('open')]
  const counts = documents.map(({ asks }) => asks.length)
  for (const count of [0, 1, 5, 20]) expect(counts).toContain(count)
  expect(new Set(documents.map(({ format }) => format))).toEqual(new Set(['pdf', 'docx', 'doc']))
  expect(documents.filter(({ content }) => content.rightToLeft)).toHaveLength(2)
})

test('a report of 300 pages is read in steps, and each ask stands on its page', async () => {
  const pages = await pagesOf({ name: 'long', format: 'pdf', today: '2026-05-04', content: longContent(300), asks: [] })
  expect(pages).toHaveLength(300)
  const steps = readInSteps(pages, { model, departments: FIRST_DEPARTMENTS, today: '2026-05-04' })
  let count = 0
  let step = steps.next()
  for (; !step.done; step = steps.next()) count++
  expect(count).toBeGreaterThan(30)
  expect(step.value.proposals.map(({ place }) => place.page)).toEqual([30, 90, 150, 210, 270])
})
