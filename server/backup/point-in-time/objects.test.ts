import { generateIdentity, identityToRecipient } from 'age-encryption'
import { createReadStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { Objects, packed, streamOf, WrongKey } from './objects.ts'

const folder = mkdtempSync(join(tmpdir(), 'rfd-objects-'))
afterAll(() => rmSync(folder, { recursive: true }))
const identity = await generateIdentity()
const file = join(folder, 'segment')
writeFileSync(file, await buffer(await packed(streamOf('what was written'), await identityToRecipient(identity))))

/** Reads the file as `name`, and remembers what was opened for it. */
function placeOf(opened: Readable[]) {
  return {
    read: async () => {
      const content = createReadStream(file)
      opened.push(content)
      return { size: 0, content }
    },
    async *list() {},
  }
}
const keyOf = (identity: string) => [{ identity }]

test('a segment opens with its identity', async () => {
  const content = await new Objects(placeOf([]), keyOf(identity)).open('segment')
  expect(await text(content)).toBe('what was written')
})

test.each([
  ['another identity', keyOf(await generateIdentity())],
  ['no key', []],
  ['a passphrase that no key of the place has', [{ passphrase: 'another one' }]],
])('with %s it is refused, and its file is not left open', async (_, keys) => {
  const opened: Readable[] = []
  await expect(new Objects(placeOf(opened), keys).open('segment')).rejects.toThrow(WrongKey)
  expect(opened.map(({ destroyed }) => destroyed)).toEqual([true])
})
