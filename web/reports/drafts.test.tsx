import { act } from 'react'
import { expect, test } from 'vitest'
import { buildReport, buildSchedule } from '../testing/reports.ts'
import { answers, control, keepDraft, page, press, sent, show, withTestServer } from '../testing/request-screens.tsx'
import { Builder } from './builder/Builder.tsx'
import { formOf as reportForm } from './builder/builder-form.ts'
import { formOf as scheduleForm } from './schedule-form.ts'
import { ScheduleFields } from './ScheduleFields.tsx'

withTestServer()

const REPORT = buildReport()
const SCHEDULE = buildSchedule()

test('a draft of a report begun before another person saved leads to a choice between the two', async () => {
  keepDraft('report.p1', { ...reportForm(REPORT), name: 'Mine' })
  const theirs = { ...REPORT, name: 'Theirs', version: 2 }
  answers['PUT /api/reports/p1'] = () =>
    Response.json({ error: 'Changed', code: 'stale-version', current: theirs }, { status: 409 })
  await show('/reports/p1/edit', <Builder start={reportForm(theirs)} report={theirs} />)
  await press('Save report')
  expect(sent('PUT')[0]?.body).toMatchObject({ name: 'Mine', version: 1 })
  expect(page()).toContain('This report was changed elsewhere in the meantime')
  await press('Replace it with mine')
  expect(sent('PUT')[1]?.body).toMatchObject({ name: 'Mine', version: 2 })
})

test('the stored version of a report takes the place of what was typed, and its form has the focus', async () => {
  const theirs = { ...REPORT, name: 'Theirs', version: 2 }
  answers['PUT /api/reports/p1'] = () =>
    Response.json({ error: 'Changed', code: 'stale-version', current: theirs }, { status: 409 })
  await show('/reports/p1/edit', <Builder start={reportForm(REPORT)} report={REPORT} />)
  await press('Save report')
  act(() => control('button', 'Use the stored version').focus())
  await press('Use the stored version')
  const name = document.querySelector<HTMLInputElement>('input[name=name]')
  expect(name?.value).toBe('Theirs')
  expect(document.activeElement).toBe(name)
})

test('a draft of a schedule begun before another tab saved warns before it overwrites it', async () => {
  keepDraft('report.schedule.p1', { ...scheduleForm(SCHEDULE, 'UTC', undefined), time: '09:00' })
  const other = { ...SCHEDULE, time: '06:00', version: 2 }
  answers['PUT /api/reports/p1/schedule'] = () =>
    Response.json({ error: 'Changed', code: 'stale-version', current: other }, { status: 409 })
  await show('/reports/p1', <ScheduleFields report={REPORT} stored={other} />)
  await press('Save schedule')
  expect(sent('PUT')[0]?.body).toMatchObject({ time: '09:00', version: 1 })
  expect(page()).toContain('Your schedule was changed elsewhere in the meantime')
  answers['PUT /api/reports/p1/schedule'] = () => Response.json({ ...other, time: '09:00', version: 3 })
  await press('Save schedule')
  expect(sent('PUT')[1]?.body).toMatchObject({ time: '09:00', version: 2 })
})
