import { expect, test } from 'vitest'
import { buildDocument } from '../../testing/read-documents.ts'
import { documentsOffice, JUNE, LETTER, passagesOf, texts } from '../../testing/document-questions.ts'

const { office, attach, ask } = await documentsOffice()

test('if several documents match it asks which one, and each button has an answer', async () => {
  await attach([
    { name: 'scan.pdf', pages: LETTER },
    { name: 'other.pdf', pages: [`${JUNE.join('')} Our letter of May was not answered.`] },
  ])
  const { message } = await ask("What does the ministry's letter ask for?")
  expect(message.reading?.outcome).toBe('asked-back')
  const labels = message.reading!.choices.map(({ label }) => label)
  expect(labels).toHaveLength(2)
  for (const label of labels) {
    const answer = await ask(label)
    expect(answer.message.reading?.outcome, label).toBe('answered')
    expect(label).toContain(passagesOf(answer)[0]!.name)
  }
  const { response } = await ask('By when must the letter be answered?')
  expect(response).toBe('2 documents may be meant. Which one?')
})

test('the button of a document keeps the topic of a deadline', async () => {
  const text = 'Please return each broken seal by 1 July 2026. Please send the list by 2 July 2026.'
  await attach([
    { name: 'scan.pdf', pages: LETTER },
    { name: 'other.pdf', pages: [`Dear Director,\n\n${text}`] },
  ])
  const { message } = await ask('What is the deadline for broken seals in the letter?')
  const labels = message.reading!.choices.map(({ label }) => label)
  const answer = await ask(labels.find((label) => label.includes('other.pdf'))!)
  expect(passagesOf(answer).map(({ detail }) => detail)).toEqual(['2026-07-01'])
})

test('it says when nothing matches, and offers near matches', async () => {
  await attach([{ name: 'scan.pdf', pages: LETTER }])
  expect((await ask('What does the letter from the embassy ask for?')).response).toBe(
    'I found no letter with “embassy” that you can see.',
  )
  expect((await ask('What does the letter say about dinosaurs?')).response).toMatch(
    /^I found nothing about “dinosaurs” in/,
  )
  const { response, message } = await ask("What does the ministry's letter of January ask for?")
  expect(response).toBe(
    'I found no letter with “ministry” in January 2026 that you can see. Did you mean one of these?',
  )
  expect(message.reading?.choices).toHaveLength(1)
})

test('of many letters with a word of the topic, an older one with all of its words is found', async () => {
  const newer = [1, 2, 3, 4, 5].map((n) => ({ name: `${n}.pdf`, pages: [`Dear all,\n\nContainer ${n} was opened.`] }))
  const { ids } = await attach([{ name: 'scan.pdf', pages: LETTER }, ...newer])
  const older = { uploaded_at: '2026-03-09T09:00:00.000Z' }
  await office.db.write((tx) => tx.updateTable('documents').set(older).where('id', '=', ids[0]!).execute())
  expect(passagesOf(await ask('What does the letter say about container seals?'))[0]?.name).toBe('scan.pdf')
  expect((await ask('What does the letter say about containers?')).response).toMatch(
    /^6 documents may be meant\. Which one\? The newest 5 are below/,
  )
})

test('it says how many of the letters it looked through', async () => {
  const numbers = Array.from({ length: 13 }, (_, i) => i + 1)
  await attach(numbers.map((n) => ({ name: `${n}.pdf`, pages: [`Dear all,\n\nContainer ${n} was opened.`] })))
  expect((await ask('What does the letter say about container seals?')).response).toBe(
    '13 documents fit “letter”, and I found nothing about “container seals” in the newest 12 of them.',
  )
})

test('a topic is found in the singular, in the plural and with two letters', async () => {
  await attach([
    { name: 'Bank.pdf', pages: ['Dear Director,\n\nA handling fee of EUR 20 is charged under the rules of the EU.'] },
    { name: 'other.pdf', pages: JUNE },
  ])
  for (const question of [
    'What does the letter say about fees?',
    'Does the letter mention the EU?',
    'Which documents mention fees?',
    'Which documents mention the EU?',
  ])
    expect(texts(await ask(question)), question).toEqual([
      'A handling fee of EUR 20 is charged under the rules of the EU.',
    ])
})

test('requests cannot be picked by their attachments, and it says what can be asked', async () => {
  expect((await ask('requests with attachments')).response).toContain('pick requests by their attachments')
})

test('documents that mention something are found, each with its passage', async () => {
  await attach([
    { name: 'scan.pdf', pages: LETTER },
    { name: 'other.pdf', pages: JUNE },
  ])
  const answer = await ask('Which documents mention gate cameras?')
  expect(passagesOf(answer).map(({ name, page }) => [name, page])).toEqual([['other.pdf', 1]])
  expect((await ask('Which documents mention penguins?')).response).toMatch(/^I found no document about “penguins”/)
})

test('where there may be more documents than are quoted, the answer says so before them', async () => {
  await attach(
    [1, 2, 3, 4, 5].map((gate) => ({
      name: `Gate ${gate}.pdf`,
      pages: [`Dear all,\n\nPlease repair the turnstiles of gate ${gate} this summer.`],
    })),
  )
  expect((await ask('Which documents mention turnstiles?')).response).toBe(
    'These 5 documents say something about “turnstiles”. There may be more, which the search in All Requests finds.',
  )
})

test('the documents of a request are listed', async () => {
  const { requestId } = await attach([
    { name: 'a.pdf', pages: LETTER },
    { name: 'b.pdf', pages: JUNE },
  ])
  const answer = await ask(`Which documents are attached to ${requestId}?`)
  expect(answer.response).toBe(`2 documents are attached to ${requestId}.`)
  expect(
    passagesOf(answer)
      .map(({ name, text }) => [name, text])
      .sort(),
  ).toEqual([
    ['a.pdf', null],
    ['b.pdf', null],
  ])
})

test('a search among the documents of a request finds no others', async () => {
  const { requestId } = await attach([{ name: 'a.pdf', pages: LETTER }])
  await attach([{ name: 'b.pdf', pages: LETTER }])
  const names = async (question: string) => passagesOf(await ask(question)).map(({ name }) => name)
  expect(await names(`Which documents mention container seals in ${requestId}?`)).toEqual(['a.pdf'])
  expect((await ask(`Which attachments of ${requestId} mention penguins?`)).response).toBe(
    `I found no attachment of ${requestId} about “penguins” that you can see.`,
  )
  await attach([{ name: 'Note.pdf', pages: [`Dear all,\n\nPlease show the quota as ${requestId} says.`] }])
  expect(await names(`Which documents mention ${requestId}?`)).toEqual(['Note.pdf'])
})

test('of several requests, the one that is missing is named', async () => {
  const { requestId } = await attach([{ name: 'a.pdf', pages: LETTER }])
  for (const question of [
    `Which documents are attached to ${requestId}, RFD-2026-9999?`,
    `Which documents mention container seals in ${requestId}, RFD-2026-9999?`,
  ])
    expect((await ask(question)).response).toBe('There is no request RFD-2026-9999 that you can see.')
})

test('one document of a request is shown, if it is of the kind that was named', async () => {
  const { requestId } = await attach([{ name: 'Letter.pdf', pages: LETTER }])
  const shown = await ask(`Show me the letter of ${requestId}`)
  expect(shown.response).toBe(`One document is attached to ${requestId}.`)
  expect(passagesOf(shown).map(({ name }) => name)).toEqual(['Letter.pdf'])
  expect((await ask(`Show me the memo attached to ${requestId}`)).response).toBe(
    `There is no memo attached to ${requestId} that you can see.`,
  )
})

test('of more than three requests only the documents of the first three are looked at, and it says so', async () => {
  const none = [await attach([]), await attach([]), await attach([])].map(({ requestId }) => requestId)
  const { requestId } = await attach([{ name: 'a.pdf', pages: LETTER }])
  const { response } = await ask(`Which documents are attached to ${[...none, requestId].join(', ')}?`)
  expect(response).toBe(
    `I looked only at the first 3 requests that you named. There is no document attached to ${none.join(' or ')} that you can see.`,
  )
  const answer = await ask(`Which documents mention container seals in ${[...none, requestId].join(', ')}?`)
  expect(answer.response).toBe('This document says something about “container seals”:')
})

test('a document is found by a word of its name, written without its accents', async () => {
  await attach([
    { name: 'Décret douanier.pdf', pages: JUNE },
    { name: 'Note.pdf', pages: LETTER },
  ])
  const answer = await ask('What does the document decret douanier ask for?')
  expect([...new Set(passagesOf(answer).map(({ name }) => name))]).toEqual(['Décret douanier.pdf'])
})

const SPELT = {
  name: 'Quai d’attente.pdf',
  pages: ['Dear Director,\n\nPlease inspect the inter\u00admodal yard and its main-d’œuvre by 1 July 2026.'],
}
test.each([
  ['attached', () => attach([SPELT])],
  ['loose', () => buildDocument(office.db, { uploadedById: office.ben.id, ...SPELT })],
])('a document is found by its name and its pages in any spelling: %s', async (_, store) => {
  await store()
  for (const question of [
    `What does "Quai d'attente.pdf" say about the intermodal yard?`,
    'Which documents mention the intermodal yard?',
    "Which documents mention the main-d'oeuvre?",
  ])
    expect([question, passagesOf(await ask(question)).map(({ name }) => name)]).toEqual([question, [SPELT.name]])
})
