import { afterAll, beforeEach, expect, test } from 'vitest'
import { get, post, put, testApp } from '../../testing/app.ts'
import { buildRequest } from '../../testing/build.ts'

const office = await testApp()
const { app, db, ada } = office
afterAll(() => office.close())
beforeEach(() => office.reset())

const ask = (title: string, description = 'Nothing.') => buildRequest(db, { requesterId: ada.id, title, description })

async function titlesOf(search: string, who = ada): Promise<string[]> {
  const { body } = await get(app, who, `/api/requests?${new URLSearchParams({ search }).toString()}`)
  return body.requests.map(({ title }: { title: string }) => title)
}

/** What is stored, and a way to type it. */
const CASES = [
  ['The agent’s seal book', "agent's"],
  ["The agent's seal book", 'agent’s'],
  ['The agent`s seal book', 'agentʼs'],
  ['Quai d’attente n° 4', "d'attente"],
  ['Route Nord‑Est', 'Nord-Est'],
  ['Zone A–B', 'A-B'],
  ['Depot −98', '-98'],
  ['Main-d’œuvre du port', "main-d'oeuvre"],
  ['Encyclopaedia of tariffs', 'encyclopædia'],
  ['Ærø and Đakovo and Łódź and Þingvellir and Straße', 'aero dakovo lodz thingvellir strasse'],
  ['Inter\u00admodal yard', 'intermodal'],
  ['Container\u200bnumber', 'containernumber'],
  ['Plain title', 'pla\u200bin\ufeff'],
  ['السجل ٤٧١١', '4711'],
  ['Entry 4711', '٤٧١١'],
  ['दस्तावेज़ ४७११', '4711'],
  ['الإدارة العامّة للجمارك على الحدود', 'الاداره العامه علي'],
  ['کتابخانه می‌شود', 'كتابخانه ميشود'],
  ['שָׁלוֹם', 'שלום'],
  ['Ｆｕｌｌ ｗｉｄｔｈ ﬁle', 'full width file'],
  ['Cafe\u0301 de la gare', 'café'],
] as const

test.each(CASES)('%s is found as %s, in a title, a description and a comment', async (stored, typed) => {
  await ask(stored)
  await ask('Described', `Before. ${stored}. After.`)
  const { id } = await ask('Commented')
  expect((await post(app, ada, `/api/requests/${id}/comments`, { comment: stored })).statusCode).toBe(201)
  await ask('Another')
  expect((await titlesOf(typed)).toSorted()).toEqual(['Commented', 'Described', stored].toSorted())
})

test('people are found in every spelling, as requesters and on their own list', async () => {
  await ask('By Ada')
  const profile = { firstName: 'Søren', lastName: 'O’Brien‑Łuk', email: 'ada@office.example', department: 'Compliance' }
  expect((await put(app, ada, '/api/profile', profile)).statusCode).toBe(200)
  for (const typed of ["soren o'brien", 'Søren', 'luk', 'O`Brien-Luk']) {
    expect(await titlesOf(typed), typed).toEqual(['By Ada'])
    const { body } = await get(app, office.cleo, `/api/people?${new URLSearchParams({ search: typed }).toString()}`)
    expect([typed, body.total]).toEqual([typed, 1])
  }
})

test.each(['\u200b', '\u00ad\u2060', 'ـ', '\u0301'])(
  'a search of nothing that can be seen lists everything',
  async (typed) => {
    await ask('One')
    await ask('Two')
    expect(await titlesOf(typed)).toEqual(['Two', 'One'])
  },
)
