import { expect, test } from 'vitest'
import { People } from './people.ts'
import { readQuestion } from './read.ts'
import { Vocabulary } from './vocabulary.ts'

const vocabulary = new Vocabulary()
const people = new People([], (word) => vocabulary.isGrammarWord(word))

function read(question: string, before: string) {
  const given = { vocabulary, people, today: '2026-11-18' }
  return readQuestion(question, { ...given, before: readQuestion(before, given).query ?? undefined })
}

test('a question with its own figure starts anew; one that continues without saying so is known', () => {
  for (const question of [
    'Which priority takes longest?',
    'Which assignee is the slowest?',
    'Which department is fastest?',
    'What is the average lead time?',
  ])
    expect(read(question, 'open critical requests in Operations').isFollowUp, question).toBe(false)
  expect(read('which is the oldest?', 'open requests in IT')).toMatchObject({
    isFollowUp: true,
    isEllipticalFollowUp: true,
  })
  for (const question of [
    'average age',
    'which of those are overdue?',
    'which ones are critical?',
    'what about Compliance',
  ])
    expect(read(question, 'open requests in IT')).toMatchObject({ isFollowUp: true, isEllipticalFollowUp: false })
})
