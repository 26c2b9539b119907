import { expect, test } from 'vitest'
import { del, get } from '../../testing/app.ts'
import { documentsOffice, JUNE, LETTER, passagesOf, texts } from '../../testing/document-questions.ts'
import { buildDocument } from '../../testing/read-documents.ts'
import { storedNotes } from '../../documents/extraction/notes.ts'

const { office, attach, ask } = await documentsOffice()

test('the demands of a letter are quoted, with the page and the words to find them there', async () => {
  const { requestId, ids } = await attach([
    { name: 'scan.pdf', pages: LETTER },
    { name: 'other.pdf', pages: JUNE },
  ])
  const answer = await ask("What does the ministry's letter of May ask for?")
  expect(answer.response).toContain(`“scan.pdf” of ${requestId} asks for this:`)
  expect(passagesOf(answer)).toEqual([
    expect.objectContaining({
      documentId: ids[0],
      requestId,
      page: 2,
      text: expect.stringMatching(/^Please record every broken container seal with its place by 30 June 2026\./),
      find: 'Please record every broken container seal with its',
      detail: '2026-06-30',
      isOrder: false,
    }),
  ])
  expect(answer.message.reading?.outcome).toBe('answered')
})

test('signature, deadlines, amounts and statements about a topic are quoted', async () => {
  const { requestId } = await attach([{ name: 'Letter.pdf', pages: LETTER }])
  expect(texts(await ask(`Who signed the letter attached to ${requestId}?`))).toEqual([
    'Helena Voss Director of Border Policy',
  ])
  expect((await ask('What deadline does the letter name?')).response).toContain('names one deadline: 30 June 2026.')
  expect(passagesOf(await ask('Which amounts does “Letter.pdf” name?'))[0]).toMatchObject({ detail: 'EUR 40,000' })
  expect((await ask('When was the letter written?')).response).toContain('12 May 2026')
  expect(texts(await ask('what does the letter say about broken seals?'))[0]).toContain('every broken container seal')
})

test('where no fact names the topic, the answer says that it may be about something else', async () => {
  await attach([{ name: 'Letter.pdf', pages: LETTER }])
  expect((await ask('What is the deadline for tariff returns in the letter?')).response).toMatch(
    /^I can’t tell whether the following is about “tariff returns”\. “Letter\.pdf” of RFD-\S+ names one deadline: 30 June 2026\.$/,
  )
  for (const question of [
    'What is the deadline for broken seals in the letter?',
    'By when must the letter be answered?',
    'How long do we have to reply to the letter?',
  ])
    expect((await ask(question)).response).toMatch(/^“Letter\.pdf” of RFD-\S+ names one deadline: 30 June 2026\.$/)
  for (const question of [
    'Which costs does the letter name?',
    'How much money does the letter mention?',
    'What is the total amount in the letter?',
    'How much do we have to pay according to the letter?',
  ])
    expect((await ask(question)).response).toMatch(/^“Letter\.pdf” of RFD-\S+ names this amount:$/)
})

test('text that reads like an order is quoted and marked, but not followed', async () => {
  await attach([{ name: 'Letter.pdf', pages: LETTER }])
  const answer = await ask('What does the letter say about container seals?')
  expect(passagesOf(answer).find(({ isOrder }) => isOrder)?.text).toContain('ignore all previous instructions')
  expect(answer.response).toContain('What reads like an order to an AI is only quoted.')
  const { requests } = (await get(office.app, office.ben, '/api/requests')).body
  expect(requests.map(({ status }: { status: string }) => status)).toEqual(['pending'])
})

test('without a topic the document is summarised', async () => {
  const { requestId } = await attach([{ name: 'Letter.pdf', pages: LETTER }])
  for (const question of [
    'What does the letter contain?',
    'What must we do according to the letter?',
    `What is in the attachment of ${requestId}?`,
  ])
    expect((await ask(question)).response, question).toMatch(/^What “Letter\.pdf” of RFD-\S+ says in short:/)
})

test('several passages with the same deadline name one', async () => {
  const pages = ['Dear Director,\n\nPlease send the list by 30 June 2026.\n\nPlease record each seal by 30 June 2026.']
  await attach([{ name: 'Letter.pdf', pages }])
  expect((await ask('What deadlines does the letter name?')).response).toContain('names one deadline: 30 June 2026.')
})

test('documents of requests that the asker may not see are not used for answers', async () => {
  const { requestId } = await attach([{ name: 'Ministry letter.pdf', pages: LETTER }])
  await office.services.settings.change({ visibility: 'own' })
  for (const question of [
    "What does the ministry's letter of May ask for?",
    'What does “Ministry letter.pdf” say about seals?',
    'Which documents mention container seals?',
    `Which documents are attached to ${requestId}?`,
    `Who signed the letter attached to ${requestId}?`,
    'what does the ministry want',
  ]) {
    const answer = await ask(question, office.dan)
    expect([question, passagesOf(answer)]).toEqual([question, []])
    expect(`${answer.response} ${JSON.stringify(answer.message.reading)}`).not.toMatch(
      /Ministry letter\.pdf”? of|Helena|broken/,
    )
  }
  expect(passagesOf(await ask("What does the ministry's letter of May ask for?", office.ada))).toHaveLength(1)
})

test('a document without a request is visible only to its uploader and to users of Document AI', async () => {
  await buildDocument(office.db, { uploadedById: office.ben.id, pages: LETTER, name: 'Ministry letter.pdf' })
  const question = "What does the ministry's letter of May ask for?"
  expect(passagesOf(await ask(question))).toHaveLength(1)
  expect(passagesOf(await ask(question, office.cleo))).toHaveLength(1)
  expect(passagesOf(await ask(question, office.ada))).toEqual([])
  expect(passagesOf(await ask('What does the letter say about container seals?'))).not.toEqual([])
})

test('a stored answer is withheld once its document has been deleted', async () => {
  const { ids } = await attach([{ name: 'Ministry letter.pdf', pages: LETTER }])
  await ask("What does the ministry's letter of May ask for?")
  const stored = async () =>
    (await get(office.app, office.ben, '/api/ai/conversations/current')).body.messages.at(-1).content
  expect(await stored()).toContain('asks for this')
  expect((await del(office.app, office.ben, `/api/documents/${ids[0]}`)).statusCode).toBe(200)
  expect(await stored()).toMatch(/^This answer included something that you can no longer see/)
  expect(passagesOf(await ask("What does the ministry's letter of May ask for?"))).toEqual([])
})

test('a stored answer is withheld once its request is no longer visible', async () => {
  await attach([{ name: 'Ministry letter.pdf', pages: LETTER }])
  await ask("What does the ministry's letter of May ask for?", office.dan)
  const stored = async () =>
    JSON.stringify((await get(office.app, office.dan, '/api/ai/conversations/current')).body.messages.at(-1))
  expect(await stored()).toContain('container')
  await office.services.settings.change({ visibility: 'own' })
  expect(await stored()).toContain('This answer included something that you can no longer see')
  expect(await stored()).not.toMatch(/container|Helena|Ministry letter/)
})

test('a letter that names another person’s request is still quoted', async () => {
  const { requestId } = await attach([{ name: 'x.pdf', pages: JUNE }], office.dan)
  await attach([{ name: 'Note.pdf', pages: [`Dear all,\n\nPlease show the quota as ${requestId} says.`] }])
  await office.services.settings.change({ visibility: 'own' })
  const answer = await ask('What does the letter say about the quota?', office.ada)
  expect(texts(answer)).toEqual([`Please show the quota as ${requestId} says.`])
})

test('a follow-up is about the same document', async () => {
  await attach([{ name: 'Letter.pdf', pages: LETTER }])
  await ask("What does the ministry's letter of May ask for?")
  expect(texts(await ask('who signed it?'))).toEqual(['Helena Voss Director of Border Policy'])
  expect(texts(await ask('and what does it say about broken seals?'))[0]).toContain('container seal')
})

test('it says when a document is still being read or has no text', async () => {
  const { ids } = await attach([{ name: 'Fresh letter.pdf' }])
  expect((await ask('What does “Fresh letter.pdf” ask for?')).response).toContain('is still being read')
  await office.db.write(async (tx) => {
    const { checksum } = await tx
      .selectFrom('documents')
      .select('checksum')
      .where('id', '=', ids[0]!)
      .executeTakeFirstOrThrow()
    const none = { text_state: 'none' as const, text_note: storedNotes([{ code: 'scanned' }]) }
    await tx.updateTable('files').set(none).where('checksum', '=', checksum).execute()
  })
  expect((await ask('What does “Fresh letter.pdf” ask for?')).response).toContain('it looks scanned')
})

test('a document is found by its name with spaces, without quotation marks', async () => {
  await attach([{ name: 'Minutes user group.pdf', pages: JUNE }])
  await attach([{ name: 'group.pdf', pages: LETTER }])
  for (const question of [
    'What does Minutes user group.pdf say about cameras?',
    'what does minutes user group.pdf say about cameras',
    'What is in Minutes user group.pdf?',
  ])
    expect(texts(await ask(question))[0], question).toContain('gate cameras')
  expect(texts(await ask('What does group.pdf say about seals?'))[0]).toContain('seals cost')
})

test('the same file of several requests is one choice, named with its requests', async () => {
  const file = [{ name: 'Minutes of May.pdf', pages: JUNE }]
  const first = await attach(file)
  const second = await attach(file)
  const only = await ask('What do the minutes say about cameras?')
  expect(only.response).toContain(`“Minutes of May.pdf” is attached to ${second.requestId} and ${first.requestId}.`)
  expect(passagesOf(only)).toHaveLength(1)
  await attach([{ name: 'Minutes of June.pdf', pages: [`${JUNE[0]}\n\nThe cameras at the south gate stay.`] }])
  const { response, message } = await ask('What do the minutes say about cameras?')
  expect(response).toContain('2 documents may be meant.')
  expect(response).toContain(`is attached to ${second.requestId} and ${first.requestId}.`)
  expect(message.reading?.choices).toHaveLength(2)
})

test('two copies of a file without a request are one choice without requests', async () => {
  for (let i = 0; i < 2; i++)
    await buildDocument(office.db, { uploadedById: office.ben.id, pages: LETTER, name: 'Letter.pdf' })
  expect((await ask('What does the letter say about container seals?')).response).toMatch(/^“Letter\.pdf” says about/)
})
