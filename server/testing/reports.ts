import { expect } from 'vitest'
import type { ReportDocument } from '../../shared/reports/document.ts'
import type { ReportRun } from '../../shared/reports/runs.ts'
import { post, type testApp } from './app.ts'
import type { Person } from './cast.ts'

type Office = Awaited<ReturnType<typeof testApp>>

/** @param person default: the manager */
export async function previewReport(office: Office, content: object, person: Person = office.ben) {
  const res = await post(office.app, person, '/api/report-previews', { content })
  expect(res.statusCode, JSON.stringify(res.body)).toBe(200)
  return res.body as ReportDocument
}

/** @param person default: the manager */
export async function startRun(office: Office, reportId: string, formats: string[], person: Person = office.ben) {
  const res = await post(office.app, person, `/api/reports/${reportId}/runs`, { formats })
  expect(res.statusCode, JSON.stringify(res.body)).toBe(201)
  return res.body as ReportRun
}

/** Keys of report files in the store. */
export async function reportFiles({ services }: Office): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of services.files.list('reports/')) keys.push(key)
  return keys
}

export function tableIn({ blocks }: ReportDocument, title: string) {
  const table = blocks.find((block) => block.kind === 'table' && block.title === title)
  if (table?.kind !== 'table') throw new Error(`No table ${title}`)
  return table
}

export function figureIn({ blocks }: ReportDocument, label: string): string | undefined {
  return blocks.flatMap((block) => (block.kind === 'figures' ? block.figures : [])).find((one) => one.label === label)
    ?.value
}
