import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

test.each([
  ['Which **one**, _please_?', 'Which one, please?'],
  ['# Head\n\n- first\n- second `code`\n\n```\nstack\n  trace\n```', 'Head first second code stack trace'],
  ['> What Ada said\n\nYes, [here](https://office.example).', 'Yes, here.'],
  ['> Only a quote', 'Only a quote'],
  ['one\ntwo\\\nthree', 'one two three'],
  ['<b>as typed</b> & 2 < 3', '<b>as typed</b> & 2 < 3'],
  ['ض'.repeat(200), `${'ض'.repeat(159)}…`],
])('of %j it shows %j', (comment, excerpt) => {
  expect(excerptOf(comment)).toBe(excerpt)
})
