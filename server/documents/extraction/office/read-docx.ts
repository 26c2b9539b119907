import { partsOf, printedPages, splitText } from '../clean.ts'
import { type Extraction, Unreadable } from '../extraction.ts'
import { MAX_PAGE_LENGTH } from '../limits.ts'
import { Archive } from './archive.ts'
import { NoteMarks } from './note-marks.ts'
import { Numbering } from './numbering.ts'
import { WordText } from './word-text.ts'
import { readXml } from './xml.ts'

/**
 * The text of a Word document. Headers come before the first page's text; footers, footnotes and endnotes after the last
 * one's, each once, because people search for them, too. Notes begin with their reference mark.
 */
export async function readDocx(bytes: Uint8Array<ArrayBuffer>, onText: (text: string) => void): Promise<Extraction> {
  const archive = await Archive.open(bytes)
  const names = archive.names()
  // Word for the web numbers its parts.
  const main = names.find((name) => /^word\/document\d*\.xml$/.test(name))
  if (!main) throw new Unreadable({ code: 'damaged' })
  const numbering = await Numbering.read(archive)
  const notes = new NoteMarks()
  const read = async (part: string) => {
    const text = new WordText(numbering, notes, onText)
    await readXml(archive, part, text)
    return text.pages()
  }
  const readAll = async (pattern: RegExp) => {
    const texts: string[] = []
    for (const name of names.filter((one) => pattern.test(one)).slice(0, 30)) texts.push((await read(name)).join('\n'))
    return [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '')
  }
  const pages = await read(main)
  const before = await readAll(/^word\/header\d*\.xml$/)
  const behind = await readAll(/^word\/(?:footer\d*|footnotes\d*|endnotes\d*)\.xml$/)
  pages[0] = [...before, pages[0]!].join('\n\n')
  pages[pages.length - 1] = [pages.at(-1)!, ...behind].join('\n\n')
  if (pages.length === 1) return partsOf(pages[0])
  if (pages.every((page) => page.length <= MAX_PAGE_LENGTH)) return printedPages(pages, pages.length)
  return partsBetweenBreaks(pages)
}

/** What no page holds was not broken where the pages end: it is split, and pages have no printed numbers. */
function partsBetweenBreaks(pages: readonly string[]): Extraction {
  const parts = pages.flatMap((page) => (page.length > MAX_PAGE_LENGTH ? splitText(page) : page))
  const read = printedPages(parts, parts.length)
  return read.state === 'failed' ? read : { ...read, pageCount: null }
}
