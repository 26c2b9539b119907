import { act, type ReactNode } from 'react'
import { Link, Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { shows } from '../testing/part.tsx'
import { buildReport } from '../testing/reports.ts'
import { answers, control, press, sent, settle, show, toasts, withTestServer } from '../testing/request-screens.tsx'
import { Builder } from './builder/Builder.tsx'
import { formOf } from './builder/builder-form.ts'
import { DeleteReport } from './DeleteReport.tsx'

withTestServer()

const REPORT = buildReport()

const screens = (report: ReactNode) => (
  <>
    <Link to="/requests">Requests</Link>
    <Routes>
      <Route path="/reports/*" element={report} />
      <Route path="*" element={null} />
    </Routes>
  </>
)
const click = (selector: string, words: string) => act(() => control(selector, words).click())

/** Presses a button and goes to another page before the server answers. */
async function leaveDuring(button: string, method: 'PUT' | 'DELETE', answer: Response) {
  const { promise, resolve } = Promise.withResolvers<Response>()
  answers[`${method} /api/reports/p1`] = () => promise
  click('button', button)
  await shows(() => expect(sent(method)).toHaveLength(1))
  click('a', 'Requests')
  resolve(answer)
  await settle()
}

test('a report saved after its form was left does not move the person off another page', async () => {
  await show('/reports/p1/edit', screens(<Builder start={formOf(REPORT)} report={REPORT} />))
  await leaveDuring('Save report', 'PUT', Response.json({ ...REPORT, version: 2 }))
  expect(toasts()[0]?.[0]).toBe('Report saved')
  expect(window.location.pathname).toBe('/requests')
})

test('a report deleted after its page was left does not move the person off another page', async () => {
  await show('/reports/p1', screens(<DeleteReport report={REPORT} />))
  await press('Delete')
  expect(document.activeElement?.textContent).toBe('Keep it')
  await leaveDuring('Delete report', 'DELETE', new Response(null, { status: 204 }))
  expect(toasts()[0]?.[0]).toBe('Report deleted')
  expect(window.location.pathname).toBe('/requests')
})
