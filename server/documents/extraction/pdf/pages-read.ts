import { printedPages } from '../clean.ts'
import type { Extraction } from '../extraction.ts'
import type { Note } from '../notes.ts'
import { separateRunningHeads } from './running-heads.ts'

/** The pages of a PDF that have been read so far. */
export interface PagesRead {
  /** of the document; 0 until it is known */
  pageCount: number
  /** empty for a page that is damaged or was given up */
  texts: string[]
  damaged: number
  /** numbers of pages that took too long */
  givenUp: number[]
}

interface PageRead {
  text: string
  isDamaged: boolean
}

/** What is reported while a PDF is read. */
export type PageProgress = { opened: { pageCount: number } } | { page: PageRead }

export const noPages = (): PagesRead => ({ pageCount: 0, texts: [], damaged: 0, givenUp: [] })

export function advance(read: PagesRead, progress: PageProgress): void {
  if ('opened' in progress) {
    read.pageCount = progress.opened.pageCount
    return
  }
  read.texts.push(progress.page.text)
  read.damaged += Number(progress.page.isDamaged)
}

export function giveUpPage(read: PagesRead): void {
  read.texts.push('')
  read.givenUp.push(read.texts.length)
}

/** What was read, with notes on what was not. */
export function pagesExtraction(read: PagesRead): Extraction {
  return printedPages(separateRunningHeads(read.texts), read.pageCount, notesOn(read))
}

function notesOn({ texts, damaged, givenUp }: PagesRead): Note[] {
  const notes: Note[] = []
  if (givenUp.length > 0) notes.push({ code: 'pages-given-up', pages: givenUp })
  if (damaged > 0) notes.push({ code: 'pages-damaged', count: damaged })
  if (notes.length > 0) return notes
  const empty = texts.filter((text) => text.trim() === '').length
  if (empty === texts.length) return [{ code: 'scanned' }]
  return empty > 0 ? [{ code: 'pages-empty', count: empty }] : []
}
