import { execFileSync } from 'node:child_process'
import { parse } from 'csv-parse/sync'
import readWorkbook from 'read-excel-file/node'
import { expect, vi } from 'vitest'
import type { Export } from '../../shared/exports/exports.ts'
import type { ReportRun } from '../../shared/reports/runs.ts'
import { get, post, type testApp } from './app.ts'
import type { Person } from './cast.ts'
import { startRun } from './reports.ts'
import { faultsIn } from './xlsx-faults.ts'
import { partsOf } from './xlsx-parts.ts'

type Office = Awaited<ReturnType<typeof testApp>>

/** Starts an export and downloads its file; runs the export jobs meanwhile. */
export async function exportedFile(office: Office, body: object, person: Person = office.cleo): Promise<Buffer> {
  // The history behind the figures may still be loading.
  const begun = await vi.waitFor(
    async () => {
      const res = await post(office.app, person, '/api/exports', body)
      expect(res.statusCode, JSON.stringify(res.body)).toBe(201)
      return res.body as Export
    },
    { timeout: 300_000, interval: 50 },
  )
  await readyAt(office, `/api/exports/${begun.id}`, person)
  return contentAt(office, `/api/exports/${begun.id}/content`, person)
}

/** Starts a report and downloads its file; runs the report jobs meanwhile. */
export async function reportFile(office: Office, reportId: string, format: string, person: Person = office.ben) {
  const run: ReportRun = await startRun(office, reportId, [format], person)
  await readyAt(office, `/api/report-runs/${run.id}`, person)
  return contentAt(office, `/api/report-runs/${run.id}/content?format=${format}`, person)
}

async function readyAt({ app }: Office, address: string, person: Person): Promise<void> {
  await vi.waitFor(async () => expect((await get(app, person, address)).body).toMatchObject({ state: 'ready' }), {
    timeout: 300_000,
    interval: 20,
  })
}

async function contentAt({ app }: Office, url: string, { token }: Person): Promise<Buffer> {
  const answer = await app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

/** The rows of a CSV file by column heading; strict, so a row of another length is an error. */
export function csvRows(file: Buffer): Record<string, string>[] {
  return parse(file, { bom: true, columns: true })
}

/** The rows of each sheet by its name, headings first. */
export async function sheetRows(file: Buffer): Promise<Map<string, unknown[][]>> {
  expect(faultsIn(await partsOf(file))).toEqual([])
  const sheets = await readWorkbook(file)
  return new Map(sheets.map(({ sheet, data }) => [sheet, data as unknown[][]]))
}

export function pdfText(file: Buffer): string {
  return execFileSync('pdftotext', ['-layout', '-', '-'], { input: file, encoding: 'utf8', maxBuffer: 64_000_000 })
}
