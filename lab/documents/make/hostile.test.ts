import { expect, test } from 'vitest'
import { extractText } from '../../../server/documents/extraction/extract-text.ts'
import { sentenceOf } from '../../../server/documents/extraction/notes.ts'
import { hostileFiles } from './hostile.ts'

test('each damaged or hostile file gives its text, or a sentence that says why there is none', async () => {
  for (const { name, type, bytes } of await hostileFiles()) {
    const read = await extractText({ type, bytes: new Uint8Array(bytes) })
    if (read.state === 'ready') expect(read.pages.length, name).toBeGreaterThan(0)
    else expect(read.notes.map(sentenceOf).join(' '), name).toMatch(/^This .*\.$/)
  }
})
