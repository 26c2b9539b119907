import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { get, testApp } from '../../testing/app.ts'
import { buildRequest, emptyRequests } from '../../testing/build.ts'

let office: Awaited<ReturnType<typeof testApp>>
beforeAll(async () => {
  office = await testApp()
})
afterAll(() => office.close())
beforeEach(() => emptyRequests(office.db))

const build = (title: string, more: Partial<Parameters<typeof buildRequest>[1]> = {}) =>
  buildRequest(office.db, { requesterId: office.ada.id, title, description: 'Nothing.', ...more })
async function search(text: string, more: Record<string, string> = {}, who = office.ben) {
  const { statusCode, body } = await get(
    office.app,
    who,
    `/api/requests?${new URLSearchParams({ search: text, ...more }).toString()}`,
  )
  expect(statusCode).toBe(200)
  return {
    total: body.total,
    corrected: body.corrected,
    titles: body.requests.map(({ title }: { title: string }) => title),
  }
}

test('a misspelt search that finds nothing shows what was likely meant, and says so', async () => {
  await build('Receive customs declarations')
  await build('Something else', { description: 'The officer opens the Größe field.' })
  const meant: Record<string, string> = {
    custms: 'customs',
    recieve: 'receive',
    Declaratoins: 'declarations',
    oficer: 'officer',
    grösze: 'grosse',
  }
  for (const [typed, corrected] of Object.entries(meant)) {
    expect(await search(typed), typed).toMatchObject({ total: 1, corrected })
  }
})

test('a search that has hits, or is marked as literal, is never corrected', async () => {
  await build('Customs seal')
  await build('Custms, spelt so on the form')
  expect(await search('custms')).toMatchObject({ total: 1, corrected: undefined })
  expect(await search('saelx', { literal: 'true' })).toEqual({ total: 0, corrected: undefined, titles: [] })
  expect(await search('seel', { literal: 'true' })).toMatchObject({ total: 0 })
  expect(await search('seel')).toMatchObject({ total: 1, corrected: 'seal' })
})

test('only the words that occur nowhere are changed, and the filters hold', async () => {
  await build('Seal the customs gate')
  expect(await search('gate custms')).toMatchObject({ total: 1, corrected: 'gate customs' })
  expect(await search('custms', { status: 'rejected' })).toMatchObject({ total: 0, corrected: undefined })
  expect(await search('customs', { status: 'rejected' })).toMatchObject({ total: 0, corrected: undefined })
  expect(await search('custms gate seal', { sort: 'title', limit: '5' })).toMatchObject({ total: 1 })
})

test('quoted words that no text contains with quotation marks are found without them', async () => {
  await build('Payment reference rejected by two banks')
  await build('The field “IBAN” is cut off')
  expect(await search('"payment reference"')).toMatchObject({ total: 1, corrected: 'payment reference' })
  expect(await search('“paymnt reference”')).toMatchObject({ total: 1, corrected: 'payment reference' })
  expect(await search('“IBAN”')).toMatchObject({ total: 1, corrected: undefined })
  for (const text of ['""', '"xyzzyx"'])
    expect(await search(text), text).toMatchObject({ total: 0, corrected: undefined })
})

test('names of people are part of the vocabulary', async () => {
  await build('Plain', { requesterId: office.cleo.id })
  expect(await search('vagra')).toMatchObject({ total: 1, corrected: 'varga' })
})

test('figures, short words and words without near matches stay unchanged', async () => {
  await build('Seal 8471 at the gate')
  for (const text of ['8472', 'sel', 'customs', 'xyzzyx', '%%%%', 'gate '.repeat(8) + 'saal']) {
    expect(await search(text), text).toMatchObject({ total: 0, corrected: undefined })
  }
})

test('a correction reveals nothing about requests that the asker may not see', async () => {
  await build('Confidential takeover')
  await office.services.settings.change({ visibility: 'own' })
  expect(await search('takeovre', {}, office.ada)).toMatchObject({ total: 1, corrected: 'takeover' })
  expect(await search('takeovre', {}, office.dan)).toMatchObject({ total: 0, corrected: undefined })
  await office.services.settings.change({ visibility: 'all' })
})

test('pages of corrected results follow each other', async () => {
  for (let i = 0; i < 12; i++) await build(`Customs ${i}`)
  expect((await search('custms', { page: '2' })).titles).toHaveLength(2)
})
