import { notesInWords, storeNotes } from '../../stored-notes.ts'
import { formatList, formatNumber } from '../../../shared/texts/formats.ts'

interface Values {
  count: number
  of: number
  pages: readonly number[]
}

/** Such as `pages 2, 5, and 9`. */
const named = (pages: readonly number[]) =>
  `${pages.length === 1 ? 'page' : 'pages'} ${formatList(pages.map((page) => formatNumber(page)))}`

/** What is said about the text of a file, or about why it has none, by the code under which it is stored. */
const SENTENCES = {
  damaged: () => 'This document is damaged and cannot be read.',
  unreadable: () => 'This document could not be read.',
  protected: () => 'This document is protected by a password.',
  scanned: () => 'This document has no text (it looks scanned).',
  empty: () => 'This document has no text.',
  'too-much-memory': () => 'This document needs too much memory to be read.',
  'too-slow': () => 'This document takes too long to be read.',
  'too-large': ({ count }) => `This document is too large to be read: it unpacks to more than ${count} MB.`,
  'too-many-files': ({ count }) => `This document contains more than ${formatNumber(count)} files.`,
  'too-deep': () => 'This document is nested too deeply to be read.',
  'declares-entities': () => 'This document declares entities, which documents have no use for, and was not read.',
  'dynamic-form': () =>
    'This is a dynamic form (XFA), which cannot be read here. Open it in Adobe Reader, print it to a PDF and upload that copy.',
  'pages-cut': ({ count }) =>
    count === 1
      ? 'Only the first page of this document was read.'
      : `Only the first ${formatNumber(count)} pages of this document were read.`,
  'text-cut': () => 'Only part of this document was read: it has too much text.',
  'rest-too-slow': () => 'Only part of this document was read: the rest would take too long.',
  'rest-too-much-memory': () => 'Only part of this document was read: the rest needs too much memory.',
  'pages-damaged': ({ count }) =>
    count === 1 ? 'One page is damaged and was not read.' : `${count} pages are damaged and were not read.`,
  'pages-given-up': ({ pages }) =>
    `${upperFirst(named(pages))} would take too long to read and ${pages.length === 1 ? 'was' : 'were'} left out.`,
  'pages-empty': ({ count }) => `${count === 1 ? 'One page has' : `${count} pages have`} no text.`,
  'scans-cut': ({ count, of }) => `Only ${count} of ${of} scanned pages were read: more would take too long.`,
  'scans-failed': ({ count }) =>
    count === 1 ? 'One scanned page could not be read.' : `${count} scanned pages could not be read.`,
  'scans-read': () => 'Scanned pages were read by text recognition, which makes mistakes.',
  picture: () => 'This picture has no text that can be read.',
  'picture-too-large': () => 'This picture is too large to be read.',
  'picture-unreadable': () => 'This picture could not be read.',
  'picture-read': () => 'The text was read from a picture, which makes mistakes.',
} satisfies Record<string, (values: Values) => string>

export type NoteCode = keyof typeof SENTENCES

/** A remark for people on the text of a file, or on why it has none. */
export interface Note extends Partial<Values> {
  code: NoteCode
}

/** As stored in `files.text_note`; null for none. */
export function storedNotes(notes: readonly Note[]): string | null {
  return notes.length === 0 ? null : storeNotes(notes)
}

/** The stored remarks as sentences. */
export function noteSentences(stored: string | null): string | null {
  return notesInWords(stored, sentenceOf)
}

export function sentenceOf({ code, count = 0, of = 0, pages = [] }: Note): string {
  return SENTENCES[code]({ count, of, pages })
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
