import { type Kysely, sql } from 'kysely'

/** The sentences that were stored about the text of a file, each with its code; a group is the code's number. */
const NOTES: [code: string, sentence: RegExp, values?: string[]][] = [
  ['damaged', /^This document is damaged and cannot be read\.$/],
  ['unreadable', /^This document could not be read\.$/],
  ['protected', /^This document is protected by a password\.$/],
  ['scanned', /^This document has no text \(it looks scanned\)\.$/],
  ['empty', /^This document has no text\.$/],
  ['too-much-memory', /^This document needs too much memory to be read\.$/],
  ['too-slow', /^This document takes too long to be read\.$/],
  ['too-large', /^This document is too large to be read: it unpacks to more than (.+) MB\.$/, ['count']],
  ['too-many-files', /^This document contains more than (.+) files\.$/, ['count']],
  ['too-deep', /^This document is nested too deeply to be read\.$/],
  ['declares-entities', /^This document declares entities/],
  ['pages-cut', /^Only the first (.+) pages of this document were read\.$/, ['count']],
  ['text-cut', /^Only part of this document was read: it has too much text\.$/],
  ['pages-damaged', /^(.+) pages? (?:is|are) damaged and (?:was|were) not read\.$/, ['count']],
  ['pages-empty', /^(.+) pages? (?:has|have) no text\.$/, ['count']],
  ['scans-cut', /^Only (.+) of (.+) scanned pages were read: more would take too long\.$/, ['count', 'of']],
  ['scans-failed', /^(.+) scanned pages? could not be read\.$/, ['count']],
  ['scans-read', /^Scanned pages were read by text recognition, which makes mistakes\.$/],
  ['picture', /^This picture has no text that can be read\.$/],
  ['picture-too-large', /^This picture is too large to be read\.$/],
  ['picture-unreadable', /^This picture could not be read\.$/],
  ['picture-read', /^The text was read from a picture, which makes mistakes\.$/],
]

const numberOf = (word: string) => (word === 'One' ? 1 : Number(word.replaceAll(',', '')))

function asCode(sentence: string): string {
  for (const [code, pattern, names = []] of NOTES) {
    const found = pattern.exec(sentence)
    if (found) {
      const values = names.map((name, i) => [name, numberOf(found[i + 1]!)] as const)
      return JSON.stringify([{ code, ...Object.fromEntries(values) }])
    }
  }
  return JSON.stringify([{ code: 'unreadable' }])
}

/** Notes on the text of files become codes with values. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ text_note: string }>`select distinct text_note from files
    where text_note is not null`.execute(db)
  for (const { text_note } of rows) {
    await sql`update files set text_note = ${asCode(text_note)} where text_note = ${text_note}`.execute(db)
  }
}
