import { expect, test } from 'vitest'
import type { Notice } from '../../shared/notices.ts'
import { get, post, put } from '../testing/app.ts'
import { buildRequest } from '../testing/build.ts'
import type { Person } from '../testing/cast.ts'
import { officeOfFile } from '../testing/office-of-file.ts'
import { DEFAULT_PREFERENCES } from './preferences.ts'
import { noticeForMail } from './for-mail.ts'
import { scanHistory } from './scan.ts'

const office = await officeOfFile()

/** Ben's comment on Ada's request. */
async function say(comment: string, more: { internal?: true } = {}) {
  const { app, db, ada, ben } = office
  const { id } = await buildRequest(db, { requesterId: ada.id, department: 'operations' })
  const { body } = await post(app, ben, `/api/requests/${id}/comments`, { comment, ...more })
  return String(body.id)
}
async function edit(id: string, comment: string) {
  office.clock.forward(1000)
  expect((await put(office.app, office.ben, `/api/comments/${id}`, { comment })).statusCode).toBe(200)
}
async function bellOf(person: Person) {
  await scanHistory(office.services)
  const { notices } = (await get(office.app, person, '/api/notices')).body as { notices: Notice[] }
  return notices.map(({ code, reasons }) => [code, ...reasons.map((reason) => reason.code)])
}
const waitingFor = async (person: Person) => (await get(office.app, person, '/api/waiting')).body.items
async function mailedTo(person: Person) {
  await scanHistory(office.services)
  const rows = await office.db.read.selectFrom('notices').select('id').where('person_id', '=', person.id).execute()
  return Promise.all(rows.map(({ id }) => noticeForMail(office.db.read, id)))
}

test('an edit rings for those whom it mentions anew, and for nobody else', async () => {
  const { ada, ben, cleo, dan } = office
  const id = await say('Please look, @dan.')
  expect(await bellOf(dan)).toEqual([['mention', 'mention']])
  await edit(id, 'Please look, @dan, @ben and @cleo.')
  expect(await bellOf(cleo)).toEqual([['mention', 'mention']])
  expect(await bellOf(dan)).toHaveLength(1)
  expect(await bellOf(ada)).toEqual([['comment', 'own']])
  expect(await bellOf(ben)).toEqual([])
  await edit(id, 'Please look, @cleo and @dan!')
  expect(await bellOf(cleo)).toHaveLength(1)
})

test('edits before the next look ring once, for those whom the comment still mentions', async () => {
  const { cleo, dan } = office
  const id = await say('Noted.')
  await edit(id, '@dan @cleo')
  await edit(id, '@cleo')
  await edit(id, '@cleo, please')
  expect(await bellOf(cleo)).toHaveLength(1)
  expect(await bellOf(dan)).toEqual([])
})

test('a mention that is taken out and put back does not ring again', async () => {
  const { dan } = office
  const id = await say('@dan')
  expect(await bellOf(dan)).toHaveLength(1)
  for (const comment of ['Nobody', '@dan again', 'Nobody again', '@dan']) {
    await edit(id, comment)
    expect(await bellOf(dan)).toHaveLength(1)
  }
})

test('a question waits for those whom an edit adds, until it takes them out again', async () => {
  const { ada, dan } = office
  const id = await say('Which line, @cleo?')
  await edit(id, 'Which line, @dan?')
  expect(await bellOf(dan)).toEqual([['mention', 'mention', 'question']])
  expect(await waitingFor(dan)).toMatchObject([{ code: 'question' }])
  expect(await waitingFor(office.cleo)).toEqual([])
  await edit(id, 'Which line?')
  expect(await bellOf(ada)).toEqual([['comment', 'own']])
  expect(await waitingFor(dan)).toEqual([])
})

test('an internal note rings for nobody without the permission, also after an edit', async () => {
  const { app, cleo, db, dan, ada } = office
  const request = await buildRequest(db, { requesterId: ada.id, department: 'operations' })
  const note = await post(app, cleo, `/api/requests/${request.id}/comments`, { comment: 'Ours.', internal: true })
  await put(app, cleo, `/api/comments/${note.body.id}`, { comment: 'Ours, @dan.' })
  expect(await bellOf(dan)).toEqual([])
})

test('a mention that an edit takes out is not mailed; who watches still gets the comment', async () => {
  const { ada, dan } = office
  const id = await say('@dan and @ada')
  expect(await mailedTo(dan)).toMatchObject([{ code: 'mention' }])
  expect(await mailedTo(ada)).toMatchObject([{ code: 'mention' }])
  await edit(id, 'Done.')
  expect(await mailedTo(dan)).toEqual([undefined])
  expect(await mailedTo(ada)).toMatchObject([{ code: 'comment', reasons: [{ code: 'own' }] }])
  await edit(id, '@dan, done.')
  expect(await mailedTo(dan)).toMatchObject([{ code: 'mention' }])
})

test('the notice budget counts mentions by edits', async () => {
  const { app, dan } = office
  await edit(await say('Noted.'), '@dan')
  await scanHistory(office.services)
  const { body } = await post(app, dan, '/api/profile/notices/budget', DEFAULT_PREFERENCES)
  expect(body).toMatchObject({ now: 1 })
})
