import { expect, test } from 'vitest'
import { asksQuestion } from './question.ts'

test.each([
  'When will it be done?',
  'متى سيكون جاهزا؟',
  '何時ですか？',
  'Πότε θα είναι έτοιμο\u037e',
  'Have you seen https://example.org/list?status=open?',
  'Is it `a?b`? I am not sure.',
  '> It works.\n\nDoes it?',
  'What?!',
])('%j asks', (comment) => expect(asksQuestion(comment)).toBe(true))

test.each([
  'Done.',
  'See https://example.org/list?status=open for the list.',
  'See www.example.org/?page=2.',
  'The pattern is `colou?r`.',
  'The pattern is ``a`?b``.',
  '```\nselect ? from dual\n```\nThat is it.',
  '~~~sql\nwhere id = ?\n',
  '> When will it be done?\n\nTomorrow.',
  'First; then.',
])('%j does not ask', (comment) => expect(asksQuestion(comment)).toBe(false))
