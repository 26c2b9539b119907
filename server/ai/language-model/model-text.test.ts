import { expect, test } from 'vitest'
import { modelText } from './model-text.ts'

test('a text of the model that shows nothing is refused, as a person’s would be', () => {
  for (const unseen of ['\u3164', '\u200b\u2800', '\ufe0f', ' \n\u0301'])
    expect(modelText(100).safeParse(unseen).success, JSON.stringify(unseen)).toBe(false)
  expect(modelText(100).parse(' Record\u202e the seal ')).toBe('Record the seal')
})
