import { expect, test } from 'vitest'
import { readStories } from './story.ts'

const story = (...lines: string[]) => ['# A title', ...lines].join('\n')

test('a story is read with its paragraphs, list items and steps', () => {
  const [read] = readStories(
    story(
      'it high tomas @9.5 due 30d',
      '',
      'First line',
      'goes on.',
      '',
      'Wanted:',
      '- one thing;',
      '- and',
      'another.',
      '',
      '@8 nadia assigns samuel',
      '@7 samuel starts',
      '@2 tomas: It works: thanks.',
      '@1 samuel due -3',
    ),
  )
  expect(read).toEqual({
    title: 'A title',
    description: 'First line goes on.\n\nWanted:\n- one thing;\n- and another.',
    department: 'it',
    priority: 'high',
    by: 'tomas',
    ago: 9.5,
    due: { fromCreation: 30 },
    steps: [
      { ago: 8, by: 'nadia', does: { assigns: 'samuel' } },
      { ago: 7, by: 'samuel', does: { movesTo: 'in_progress' } },
      { ago: 2, by: 'tomas', does: { says: 'It works: thanks.' } },
      { ago: 1, by: 'samuel', does: { setsDue: { fromToday: -3 } } },
    ],
  })
})

test.each([
  ['an unknown person', '@3 nobody starts', 'nobody is called nobody'],
  ['a verb that means nothing', '@3 nadia dances', 'nobody can "dances"'],
  ['a move that the rules forbid', '@3 nadia reopens\n@2 nadia reopens', 'in_progress cannot become in_progress'],
  ['somebody who may not', '@3 tomas starts', 'tomas may not do this'],
  ['the cancelling of what somebody else asked for', '@3 awa cancels', 'awa may not do this'],
  ['steps in the wrong order', '@2 nadia starts\n@3 nadia finishes', 'comes before'],
])('a story with %s is refused', (_, steps, message) => {
  expect(() => readStories(story('it low tomas @9 due 30d', 'Text.', steps))).toThrow(message)
})
