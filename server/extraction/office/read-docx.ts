import { partsOf, printedPages } from '../clean.ts'
import { DAMAGED, type Extraction, Unreadable } from '../extraction.ts'
import { Archive } from './archive.ts'
import { NoteMarks } from './note-marks.ts'
import { Numbering } from './numbering.ts'
import { WordText } from './word-text.ts'
import { readXml } from './xml.ts'

/**
 * The text of a Word document. Headers come before the first page's text; footers, footnotes and endnotes after the last
 * one's, each once, because people search for them, too. Notes begin with their reference mark.
 */
export async function readDocx(bytes: Uint8Array<ArrayBuffer>): Promise<Extraction> {
  const archive = await Archive.open(bytes)
  const names = archive.names()
  // Word for the web numbers its parts.
  const main = names.find((name) => /^word\/document\d*\.xml$/.test(name))
  if (!main) throw new Unreadable(DAMAGED)
  const numbering = await Numbering.read(archive)
  const notes = new NoteMarks()
  const read = async (part: string) => {
    const text = new WordText(numbering, notes)
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
  return pages.length === 1 ? partsOf(pages[0]) : printedPages(pages, pages.length)
}
