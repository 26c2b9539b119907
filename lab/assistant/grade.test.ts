import { describe, expect, test } from 'vitest'
import type { AnswerPart, AssistantAnswer } from '../../shared/assistant/messages.ts'
import { grade } from './grade.ts'
import type { Expectation, Label } from './labels.ts'
import { office } from './small-office.ts'

interface Said {
  text: string
  parts?: AnswerPart[]
  understood?: boolean
  leftOut?: string[]
  choices?: string[]
}

function answerOf({ text, parts = [], understood = true, leftOut = [], choices = [] }: Said): AssistantAnswer {
  const engine = { name: 'local', version: '1', learnedFrom: 0 }
  const outcome = choices.length > 0 ? ('asked-back' as const) : ('answered' as const)
  const reading = { outcome, query: null, people: [], today: '', leftOut, corrections: [], language: null }
  const offered = choices.map((label) => ({ label, query: null }))
  const message = {
    id: 'm',
    role: 'assistant' as const,
    content: text,
    timestamp: '',
    parts,
    reading: { ...reading, choices: offered },
  }
  return { response: text, conversationId: 'c', message, understood, suggestions: [], engine }
}

function labelled(question: string, expect: Expectation, more: Partial<Label> = {}): Label {
  return { id: 'x', asker: 'manager', question, expect, ...more }
}

function verdictOn(label: Label, answer: Said | string): string {
  return grade(label, office, answerOf(typeof answer === 'string' ? { text: answer } : answer)).verdict
}

/** Rows of the small office by the last digit of their number. */
function shown(...numbers: number[]): AnswerPart {
  const requests = numbers.map((number) => {
    const { id, requestId, title, status, priority, dueDate } = office.rows[number - 1]!
    return { id, requestId, title, status, priority, dueDate }
  })
  return { kind: 'requests', requests }
}

function table(columns: string[], ...rows: string[][]): AnswerPart {
  return { kind: 'table', caption: '', columns, rows: rows.map((cells) => ({ cells, href: null })) }
}

function links(...hrefs: string[]): AnswerPart {
  return { kind: 'links', links: hrefs.map((href) => ({ label: 'Open', href })) }
}

describe('a count', () => {
  const overdue = labelled('how many are overdue?', { kind: 'count', where: { overdue: true } })

  test('is right when the number is said, in digits or words', () => {
    expect(verdictOn(overdue, '2 requests are overdue.')).toBe('right')
    expect(verdictOn(overdue, 'Two requests are overdue, since 1 November 2026 at the longest.')).toBe('right')
    expect(verdictOn(overdue, { text: '2 of 3 open requests are overdue.', parts: [shown(1, 3)] })).toBe('right')
  })

  test('is wrong with another number, or with rows that do not belong', () => {
    expect(verdictOn(overdue, '3 requests are overdue.')).toBe('wrong')
    expect(verdictOn(overdue, 'There are 3. Of these 2 are critical.')).toBe('wrong')
    expect(verdictOn(overdue, { text: '2 requests are overdue.', parts: [shown(1, 2)] })).toBe('wrong')
  })

  test('of nothing has to say so', () => {
    const none = labelled('how many were cancelled?', { kind: 'count', where: { status: ['cancelled'] } })
    expect(verdictOn(none, 'No request is cancelled.')).toBe('right')
    expect(verdictOn(none, 'There are 4 requests.')).toBe('wrong')
    expect(verdictOn(none, 'You have no overdue cancelled requests.')).toBe('wrong')
  })

  test('is not the number that the question brought along', () => {
    const late = labelled('how many are late by more than 2 days?', { kind: 'count', where: { lateBy: { '>': 2 } } })
    expect(verdictOn(late, '2 requests are overdue.')).toBe('wrong')
    expect(verdictOn(late, '1 request is late by more than 2 days.')).toBe('right')
  })

  test('without a restriction is wrong in silence and asked back when it is named', () => {
    const late = labelled('overdue by over a week?', { kind: 'count', where: { overdue: true, lateBy: { '>': 7 } } })
    expect(verdictOn(late, '2 requests are overdue.')).toBe('wrong')
    const leftOut = ['by over a week']
    expect(verdictOn(late, { text: '2 requests are overdue.', leftOut })).toBe('asked-back')
    expect(verdictOn(late, { text: '5 requests are overdue.', leftOut })).toBe('wrong')
  })

  test('that is asked about or refused is neither right nor wrong', () => {
    expect(verdictOn(overdue, { text: 'Did you mean one of these?', understood: false, choices: ['a'] })).toBe(
      'asked-back',
    )
    expect(verdictOn(overdue, { text: 'I did not understand that.', understood: false })).toBe('refused')
  })
})

describe('a list', () => {
  const open = labelled('what is open', { kind: 'list', where: { open: true } })

  test('shows all that belong and nothing else', () => {
    expect(verdictOn(open, { text: 'Open requests:', parts: [shown(3, 1, 2)] })).toBe('right')
    expect(verdictOn(open, { text: 'Open requests:', parts: [shown(3, 1)] })).toBe('wrong')
    expect(verdictOn(open, { text: 'Open requests:', parts: [shown(1, 2, 3, 4)] })).toBe('wrong')
  })

  test('may show a part when it says how many, or opens exactly these', () => {
    expect(verdictOn(open, { text: '3 requests are open, these first:', parts: [shown(3, 1)] })).toBe('right')
    const parts = [shown(3), links('/requests?status=pending,in_progress')]
    expect(verdictOn(open, { text: 'Some of them:', parts })).toBe('right')
    expect(verdictOn(open, { text: 'Some of them:', parts: [shown(3), links('/requests?status=pending')] })).toBe(
      'wrong',
    )
  })

  test('keeps its order and length', () => {
    const expected: Expectation = { kind: 'list', where: { open: true }, order: 'due asc', limit: 2 }
    const next = labelled('the next two due', expected)
    expect(verdictOn(next, { text: 'Next:', parts: [shown(3, 1)] })).toBe('right')
    expect(verdictOn(next, { text: 'Next:', parts: [shown(1, 3)] })).toBe('wrong')
    expect(verdictOn(next, { text: 'Next:', parts: [shown(3, 1, 2)] })).toBe('wrong')
  })

  test('of one is named in the sentence or stands first', () => {
    const first = labelled('most overdue?', { kind: 'list', where: { overdue: true }, order: 'due asc', limit: 1 })
    expect(verdictOn(first, 'RFD-2026-0003 is the most overdue.')).toBe('right')
    expect(verdictOn(first, { text: 'Most overdue first:', parts: [shown(3, 1)] })).toBe('right')
    expect(verdictOn(first, { text: 'RFD-2026-0001 is the most overdue.', parts: [shown(3)] })).toBe('wrong')
  })
})

describe('groups', () => {
  test('a ranking names who is first, with their own number', () => {
    const most = labelled('who has most?', { kind: 'rank', by: 'assignee', most: true, of: 'count', top: 1, where: {} })
    expect(verdictOn(most, 'Ben Okafor has the most: 3 requests.')).toBe('right')
    expect(verdictOn(most, 'Ben has the most: 4 requests.')).toBe('wrong')
    expect(verdictOn(most, 'Ada Quist has the most.')).toBe('wrong')
    expect(verdictOn(most, 'Ben Okafor has the most.')).toBe('right')
    expect(verdictOn(most, 'Ben Okafor and Ada Quist work on requests.')).toBe('wrong')
    const rows = table(['Assignee', 'Requests'], ['Ben Okafor', '3'], ['Ada Quist', '1'])
    expect(verdictOn(most, { text: 'Requests by assignee:', parts: [rows] })).toBe('right')
  })

  test('a breakdown is right in every group', () => {
    const by = labelled('by department', { kind: 'group', by: 'department', where: {} })
    const parts = (data: string) => [
      table(['Department', 'Requests'], ['IT Development', '4'], ['Data Management', data]),
    ]
    expect(verdictOn(by, { text: 'Requests:', parts: parts('2') })).toBe('right')
    expect(verdictOn(by, { text: 'Requests:', parts: parts('3') })).toBe('wrong')
    expect(verdictOn(by, { text: 'Requests:', parts: [...parts('2'), table(['', ''], ['Operations', '7'])] })).toBe(
      'wrong',
    )
    expect(verdictOn(by, 'IT Development 4, Data Management 2.')).toBe('right')
  })

  test('a comparison is not right the wrong way round', () => {
    const sides = [
      { name: ['Ada'], where: { assignee: ['Ada'] } },
      { name: ['Ben'], where: { assignee: ['Ben'] } },
    ]
    const compare = labelled('Ada or Ben?', { kind: 'compare', of: 'count', sides })
    expect(verdictOn(compare, 'Ben has more: Ada 1, Ben 3.')).toBe('right')
    expect(verdictOn(compare, 'Ada has 3, Ben 1.')).toBe('wrong')
    const everybody = table(['', 'Requests'], ['Ada', '1'], ['Ben', '3'], ['Cleo', '9'])
    expect(verdictOn(compare, { text: 'Cleo has the most.', parts: [everybody] })).toBe('wrong')
    expect(verdictOn(compare, { text: 'Ben.', parts: [table(['', 'Ada', 'Ben'], ['Requests', '1', '3'])] })).toBe(
      'right',
    )
  })

  test('a series is the latest part without a gap', () => {
    const trend = labelled('per month', { kind: 'trend', event: 'completed', by: 'month', last: 3, where: {} })
    const bars = (...values: number[]): Said => ({
      text: 'By month:',
      parts: [{ kind: 'bars', caption: '', bars: values.map((value) => ({ label: 'm', value, href: null })) }],
    })
    expect(verdictOn(trend, bars(0, 1, 1))).toBe('right')
    expect(verdictOn(trend, bars(1, 0, 1))).toBe('wrong')
  })
})

test('an average is near the mean or the median, in any unit', () => {
  const average = labelled('how long?', { kind: 'average', of: 'lead', where: {} })
  expect(verdictOn(average, 'On average 21 days.')).toBe('right')
  expect(verdictOn(average, 'Half of them took up to 3 weeks.')).toBe('right')
  expect(verdictOn(average, 'On average 17 days.')).toBe('wrong')
  const published = table(['Step', 'Takes'], ['Review', '2 days'], ['Work', '3 weeks'])
  expect(verdictOn(average, { text: 'Typical times:', parts: [published] })).toBe('wrong')
})

test('a fact belongs to its request', () => {
  const due = labelled('when is it due?', { kind: 'one', request: { title: 'Request 2' }, facts: ['due', 'assignee'] })
  expect(verdictOn(due, 'RFD-2026-0002 is due on 18 November 2026; Ben Okafor works on it.')).toBe('right')
  expect(verdictOn(due, 'RFD-2026-0002 is due on 19 November 2026; Ben Okafor works on it.')).toBe('wrong')
  expect(verdictOn(due, 'It is due on 18 November 2026; Ben Okafor works on it.')).toBe('wrong')
})

describe('words', () => {
  test('a guide says what is needed', () => {
    const guide = labelled('how long?', { kind: 'guide', mention: [['1-3', '1 to 3'], ['business days']] })
    expect(verdictOn(guide, 'An initial review takes 1–3 business days.')).toBe('right')
    expect(verdictOn(guide, 'A review takes some days.')).toBe('wrong')
    expect(verdictOn(guide, { text: 'I did not understand that.', understood: false })).toBe('refused')
  })

  test('a refusal is right only where one is due', () => {
    const joke = labelled('a joke', { kind: 'refuse' })
    expect(verdictOn(joke, { text: 'I did not understand that.', understood: false })).toBe('right')
    expect(verdictOn(joke, "I can't tell jokes.")).toBe('right')
    expect(verdictOn(joke, '3 requests are open.')).toBe('wrong')
    expect(verdictOn(joke, { text: 'Which one?', understood: false, choices: ['a'] })).toBe('asked-back')
  })

  test('a forecast is never the number of today', () => {
    const next = labelled('how many next month?', { kind: 'forecast' })
    expect(verdictOn(next, '3 requests are open.')).toBe('wrong')
    expect(verdictOn(next, 'I can’t look ahead.')).toBe('right')
    expect(verdictOn(next, 'Likely between 8 and 14.')).toBe('right')
  })

  test('what can be meant in many ways is asked back, never guessed', () => {
    const vague = labelled('and the others?', { kind: 'unclear' })
    expect(verdictOn(vague, { text: 'Which did you mean?', choices: ['a', 'b'] })).toBe('right')
    expect(verdictOn(vague, { text: 'I did not understand that.', understood: false })).toBe('refused')
    expect(verdictOn(vague, { text: '3 requests.', leftOut: ['others'] })).toBe('asked-back')
    expect(verdictOn(vague, '3 requests are open.')).toBe('wrong')
  })

  test('an action is not claimed to be done, and leads to its place', () => {
    const cancel = labelled('cancel {oldestOverdue}', { kind: 'action', opens: ['request:{oldestOverdue}'] })
    const parts = [links('/requests/RFD-2026-0001')]
    expect(verdictOn(cancel, { text: 'Nothing was changed. You can cancel it there:', parts })).toBe('right')
    expect(verdictOn(cancel, { text: 'RFD-2026-0001 has been cancelled.', parts })).toBe('wrong')
    expect(verdictOn(cancel, { text: 'Nothing was changed.', parts: [links('/requests/RFD-2026-0002')] })).toBe(
      'refused',
    )
    expect(verdictOn(cancel, { text: 'RFD-2026-0001 is overdue.', parts })).toBe('wrong')
  })

  test('what is similar is found, or said to be missing', () => {
    const same = labelled('asked before?', { kind: 'similar', includes: ['Request 2'] })
    expect(verdictOn(same, { text: 'This one is like it:', parts: [shown(2)] })).toBe('right')
    expect(verdictOn(same, { text: 'This one is like it:', parts: [shown(3)] })).toBe('wrong')
    const never = labelled('asked before?', { kind: 'similar', includes: [], orNone: true })
    expect(verdictOn(never, 'Nothing like it was asked for.')).toBe('right')
    expect(verdictOn(never, { text: 'These:', parts: [shown(3)] })).toBe('wrong')
  })

  test('another language gets an honest sentence in it', () => {
    const arabic = labelled('ما هي؟', {
      kind: 'language',
      language: 'ar',
      or: { kind: 'count', where: { overdue: true } },
    })
    expect(verdictOn(arabic, { text: 'أفهم الأسئلة بالإنجليزية فقط.', understood: false, choices: ['a'] })).toBe(
      'right',
    )
    expect(verdictOn(arabic, '2 requests are overdue.')).toBe('right')
    expect(verdictOn(arabic, { text: 'I did not understand that.', understood: false })).toBe('refused')
    expect(verdictOn(arabic, { text: '4 requests:', parts: [shown(2)] })).toBe('wrong')
    const french = labelled('qui ?', { kind: 'language', language: 'fr' })
    const sentence = 'Je ne comprends que les questions en anglais pour le moment.'
    expect(verdictOn(french, { text: sentence, understood: false })).toBe('right')
  })
})

test('several things asked need all their answers', () => {
  const both = labelled('how many are open and who has most?', {
    allOf: [
      { kind: 'count', where: { open: true } },
      { kind: 'rank', by: 'assignee', most: true, of: 'count', top: 1, where: { open: true } },
    ],
  })
  expect(verdictOn(both, '3 requests are open. Ben Okafor has the most, 2.')).toBe('right')
  expect(verdictOn(both, '3 requests are open.')).toBe('wrong')
  expect(verdictOn(both, { text: '3 requests are open.', leftOut: ['who has most'] })).toBe('asked-back')
})

test('half a guide text beside a question that is named is honest', () => {
  const guide = labelled('what is pending, and is that normal?', {
    kind: 'guide',
    mention: [['awaiting'], ['1-3']],
  })
  expect(verdictOn(guide, 'Pending: awaiting review.')).toBe('wrong')
  expect(verdictOn(guide, { text: 'Pending: awaiting review.', leftOut: ['is that normal'] })).toBe('asked-back')
  const parts = [shown(1), shown(2), shown(3), shown(4)]
  expect(verdictOn(guide, { text: 'Awaiting review, 1-3 days.', parts })).toBe('wrong')
  const both = labelled('how long is a review and which are mine?', {
    allOf: [
      { kind: 'guide', mention: [['1-3']] },
      { kind: 'count', where: { requester: ['me'] } },
    ],
  })
  expect(verdictOn(both, { text: 'It takes 1-3 days.\n\n4 requests.', parts })).toBe('right')
})
