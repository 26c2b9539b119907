import { expect, test } from 'vitest'
import { readDocumentQuestion } from './document-question.ts'
import { readFallbackQuestion } from './fallback-question.ts'

const read = (question: string, hasBefore = false) => readDocumentQuestion(question, '2026-06-18', hasBefore)

test.each([
  ["What does the ministry's letter of May ask for?", 'asks', '', 'letter', ['ministry'], 'in May 2026'],
  ['what does the letter say about container seals', 'topic', 'container seals', 'letter', [], ''],
  ['does the letter of 3 June 2026 mention a fee?', 'topic', 'fee', 'letter', [], 'on 3 June 2026'],
  ['summarise the memo about the weighbridge', 'summary', '', 'memo', ['weighbridge'], ''],
  ['Which documents mention tariff quotas?', 'find', 'tariff quotas', 'document', [], ''],
  ['which letters from the ministry mention quotas', 'find', 'quotas', 'letter', ['ministry'], ''],
  ['how much is the fine in the circular', 'amount', 'fine', 'circular', [], ''],
  ['what did last month’s minutes decide?', 'asks', '', 'minutes', [], 'in May 2026'],
  ['What does the letter wish for?', 'asks', '', 'letter', [], ''],
  ['What does the attachment contain?', 'summary', '', 'attachment', [], ''],
  ['What must we do according to the letter?', 'summary', '', 'letter', [], ''],
  ['What is in the attachment of RFD-2026-0042?', 'summary', '', 'attachment', [], ''],
  ['Show me the letter of RFD-2026-0042', 'list', '', 'letter', [], ''],
  ['Which documents mention RFD-2026-0042?', 'find', 'rfd-2026-0042', 'document', [], ''],
  ['it may be in the letter: what does it say about fees?', 'topic', 'fees', 'letter', [], ''],
])('%s', (question, intent, topic, kind, words, time) => {
  expect(read(question)).toMatchObject({ intent, topic, which: { kind, words, time } })
})

test.each([
  'How do I attach a document?',
  'can I attach an excel file',
  'What is the maximum size of attachments?',
  'requests with attachments',
  'Which documents are required?',
  'Which documents do I need to attach?',
  'What documents do I need to submit a request?',
  'What is in the documents tab?',
  'Which requests mention letters of credit?',
  'How long does a review take?',
  'what does “Pending Review” mean',
  'Which requests ask for a report?',
  'where do I put supporting documentation',
  'has anyone asked for a letter template before?',
  'which requests were done in 30 minutes',
  'What does the email notification setting do?',
  'list open requests',
  'if I send a request today for a new report, when could I have it?',
  'how much is still waiting for review in Compliance',
  'when is the review done?',
  'upload a PDF to my request',
  'is there a PDF of a request',
  'download the report',
  'please cancel my request, I don’t need it anymore',
  'how long does IT need on average',
  'who has it, and how far is it',
  'who has the most open requests?',
])('not about documents: %s', (question) => {
  expect(read(question)).toBeNull()
  expect(read(question, true)).toBeNull()
})

test('"it" refers to the document of the previous question', () => {
  expect(read('what does it ask for?')).toBeNull()
  expect(read('what does it ask for?', true)).toMatchObject({ intent: 'asks', which: { isSame: true } })
  expect(read('who signed it?', true)).toMatchObject({ intent: 'signature', which: { isSame: true } })
})

test('a sender without a document is only a guess', () => {
  expect(read('what does northwind want')).toBeNull()
  expect(readFallbackQuestion('what does northwind want', '2026-06-18')).toMatchObject({
    intent: 'asks',
    which: { words: ['northwind'] },
  })
})
