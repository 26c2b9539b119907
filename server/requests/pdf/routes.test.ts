import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { get, patch, post, testApp } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'
import { buildDocument } from '../../testing/documents.ts'
import { pagesOf } from '../../testing/documents/read-pdf.ts'
import { pdfText } from '../../testing/files-of-office.ts'
import { HARMFUL_TEXTS } from '../../testing/harmful-texts.ts'

let office: Awaited<ReturnType<typeof testApp>>
let dataDir: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'rfd-request-pdf-test-'))
  office = await testApp({ config: { dataDir } })
})
beforeEach(() => office.reset())
afterAll(async () => {
  await office.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const fetchPdf = (id: string, person = office.ben) =>
  office.app.inject({ url: `/api/requests/${id}/pdf`, headers: { authorization: `Bearer ${person.token}` } })

test('a request is saved with its boxes, documents, history and comments, in its file name number and day', async () => {
  const { id, number } = await buildRequest(office.db, {
    requesterId: office.ada.id,
    title: 'Hold release when the bond is short',
    description: 'First paragraph.\n\nعند عبور البضائع يقدم المصرح ضمانا',
  })
  await buildDocument(office.services, { requestNumber: number, uploadedById: office.ada.id })
  await patch(office.app, office.ben, `/api/requests/${id}`, { version: 1, status: 'in_progress', reason: 'We begin.' })
  for (let i = 0; i < 130; i++)
    await post(office.app, office.ben, `/api/requests/${id}/comments`, { comment: `Remark number ${i}.` })
  const res = await fetchPdf(id)
  expect(res.statusCode).toBe(200)
  expect(res.headers['content-type']).toBe('application/pdf')
  expect(res.headers['content-disposition']).toMatch(/^attachment; filename="RFD-[\d-]+ 2026-03-10\.pdf"$/)
  const text = (await pagesOf(res.rawPayload)).join('\n')
  for (const words of ['Hold release when the bond is short', 'First paragraph.', 'عند عبور البضائع يقدم المصرح ضمانا'])
    expect(text).toContain(words)
  for (const words of ['Documents', 'Timeline', 'Created', 'Reason: We begin.', 'In Progress', 'Comments'])
    expect(text).toContain(words)
  const remarks = [...text.matchAll(/Remark number (\d+)\./g)].map(([, i]) => Number(i))
  expect(remarks).toEqual(Array.from({ length: 130 }, (_, i) => i))
  const entries = await office.db.read
    .selectFrom('audit_log')
    .select(['actor_id', 'target_id', 'details'])
    .where('action', '=', 'request.exported')
    .execute()
  expect(entries).toEqual([{ actor_id: office.ben.id, target_id: id, details: '{"format":"PDF"}' }])
  await expect.poll(() => readdirSync(join(dataDir, 'exporting'))).toEqual([])
})

test('what an administrator saves while seeing the page as somebody else is recorded under the administrator', async () => {
  const { app, db, ada, ben, cleo } = office
  const { id } = await buildRequest(db, { requesterId: ada.id })
  expect((await post(app, cleo, '/api/see-as', { personId: ben.id })).statusCode).toBe(204)
  expect((await fetchPdf(id, cleo)).statusCode).toBe(200)
  const entries = db.read.selectFrom('audit_log').select('actor_id').where('action', '=', 'request.exported')
  expect(await entries.execute()).toEqual([{ actor_id: cleo.id }])
})

test('of an open request it says where it stands, as its details do; of a closed one nothing', async () => {
  const { app, db, ada, ben } = office
  const { id } = await buildRequest(db, { requesterId: ada.id })
  const text = async () => (await pagesOf((await fetchPdf(id)).rawPayload)).join(' ').replaceAll(/\s+/g, ' ')
  await vi.waitFor(async () => expect((await get(app, ben, `/api/requests/${id}/outlook`)).statusCode).toBe(200), {
    timeout: 300_000,
  })
  expect(await text()).toMatch(/Where it stands.+waiting for review by a manager\..+The published time is /)
  await patch(app, ben, `/api/requests/${id}`, { status: 'completed' })
  expect(await text()).not.toContain('Where it stands')
})

test.each(['history-loading', 'unavailable'] as const)(
  'the PDF of an open request leaves out where it stands while the history is not there: %s',
  async (code) => {
    const { services, db, ada } = office
    const { id } = await buildRequest(db, { requesterId: ada.id, title: 'Weigh trucks twice' })
    const ask = vi.spyOn(services.flow, 'ask').mockRejectedValue(new AppError(code, 'The history is not there.'))
    try {
      const res = await fetchPdf(id)
      expect(res.statusCode).toBe(200)
      const text = (await pagesOf(res.rawPayload)).join(' ')
      expect(text).toContain('Weigh trucks twice')
      expect(text).not.toContain('Where it stands')
      expect(ask).toHaveBeenCalled()
    } finally {
      ask.mockRestore()
    }
  },
)

test('tabs, returns and signs of formulas are read from the PDF of a request as they were written', async () => {
  const all = HARMFUL_TEXTS.join('\n')
  const { id } = await buildRequest(office.db, { requesterId: office.ada.id, title: '\t=1+1\r(2)\\', description: all })
  for (const comment of HARMFUL_TEXTS)
    await post(office.app, office.ben, `/api/requests/${id}/comments`, { comment: `${comment}.` })
  const { rawPayload } = await fetchPdf(id)
  const words = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  for (const read of [words((await pagesOf(rawPayload)).join(' ')), words(pdfText(rawPayload))]) {
    expect(read).toContain('=1+1 (2)\\')
    for (const text of HARMFUL_TEXTS)
      for (const line of text.split(/[\r\n]/).map(words)) expect(read.split(line).length, line).toBeGreaterThan(2)
  }
})

test('who does not see a request gets no PDF of it, and no entry says that there was one', async () => {
  await office.services.settings.change({ visibility: 'own' })
  const { id } = await buildRequest(office.db, { requesterId: office.ada.id })
  expect((await fetchPdf(id, office.dan)).statusCode).toBe(404)
  expect((await fetchPdf(id, office.ada)).statusCode).toBe(200)
  expect((await office.app.inject(`/api/requests/${id}/pdf`)).statusCode).toBe(401)
  const entries = await office.db.read
    .selectFrom('audit_log')
    .select('actor_id')
    .where('action', '=', 'request.exported')
    .execute()
  expect(entries).toEqual([{ actor_id: office.ada.id }])
})
