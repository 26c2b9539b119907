import { readdirSync, readFileSync } from 'node:fs'
import type { Block, Content } from './make/content.ts'

/** An ask as we labelled it. */
export interface LabelledAsk {
  /** one passage, or several where the document asks twice for the same thing */
  passages: string[]
  /** accepted departments */
  departments: string[]
  /** `YYYY-MM-DD`; null where the text has none */
  dueDate: string | null
}

export interface GoldenDocument {
  name: string
  format: 'pdf' | 'docx' | 'doc'
  /** the date of reading */
  today: string
  content: Content
  asks: LabelledAsk[]
}

/**
 * `held-out` was written before the extractor and is only scored; the extractor was developed on `open`; `asked` is for
 * questions.
 */
export type Half = 'held-out' | 'open' | 'asked'

export function goldenDocuments(half: Half): GoldenDocument[] {
  const folder = new URL(`${half}/`, import.meta.url)
  return readdirSync(folder)
    .filter((file) => file.endsWith('.txt'))
    .sort()
    .map((file) => parseGolden(file.slice(0, -4), readFileSync(new URL(file, folder), 'utf8')))
}

/** `[[passage]]{department/other date #id}`: asks with the same id are one. */
const MARKED = /\[\[([\s\S]+?)\]\]\{([^}]*)\}/g

/** Reads a golden document: `name: value` lines, `---`, then light mark-up with the asks marked (lab/documents/README.md). */
function parseGolden(name: string, source: string): GoldenDocument {
  const index = source.indexOf('\n---\n')
  const settings = new Map(
    source
      .slice(0, index)
      .split('\n')
      .map((line) => line.split(/:\s(.*)/s) as [string, string]),
  )
  const asks: LabelledAsk[] = []
  const byId = new Map<string, LabelledAsk>()
  const body = source.slice(index + 5)
  for (const [, passage, label] of body.matchAll(MARKED)) addAsk(asks, byId, passage!, label!)
  const plain = body.replace(MARKED, '$1')
  const header = settings.get('header')
  const footer = settings.get('footer')
  return {
    name,
    format: settings.get('format') as GoldenDocument['format'],
    today: settings.get('today')!,
    content: {
      ...(header ? { header } : {}),
      ...(footer ? { footer } : {}),
      rightToLeft: settings.get('rtl') === 'yes',
      blocks: blocksOf(plain),
    },
    asks,
  }
}

function addAsk(asks: LabelledAsk[], byId: Map<string, LabelledAsk>, passage: string, label: string): void {
  const words = label.split(' ')
  const id = words.find((word) => word.startsWith('#'))
  const known = id === undefined ? undefined : byId.get(id)
  const dueDate = words.find((word) => /^\d{4}-/.test(word)) ?? null
  if (known) {
    known.passages.push(passage)
    known.dueDate ??= dueDate
    return
  }
  const ask = { passages: [passage], departments: words[0]!.split('/'), dueDate }
  asks.push(ask)
  if (id !== undefined) byId.set(id, ask)
}

function blocksOf(body: string): Block[] {
  const blocks: Block[] = []
  for (const line of body.split('\n')) {
    const last = blocks.at(-1)
    const [, hashes, heading] = /^(#{1,3}) (.*)$/.exec(line) ?? []
    const [, mark, entry] = /^(-|\d+\.) (.*)$/.exec(line) ?? []
    if (line.trim() === '') blocks.push({ paragraph: '' })
    else if (line === '===') blocks.push({ pageBreak: true })
    else if (heading !== undefined) blocks.push({ heading, level: Math.min(3, hashes!.length) as 1 | 2 | 3 })
    else if (entry !== undefined) {
      const numbered = mark !== '-'
      if (last && 'list' in last) blocks[blocks.length - 1] = { list: [...last.list, entry], numbered }
      else blocks.push({ list: [entry], numbered })
    } else if (line.startsWith('|')) {
      const row = line.slice(1, -1).split('|').map((cell) => cell.trim()) // prettier-ignore
      if (last && 'table' in last) blocks[blocks.length - 1] = { table: [...last.table, row] }
      else blocks.push({ table: [row] })
    } else if (last && 'paragraph' in last && last.paragraph !== '') {
      blocks[blocks.length - 1] = { paragraph: `${last.paragraph}\n${line}` }
    } else blocks.push({ paragraph: line })
  }
  return blocks.filter((block) => !('paragraph' in block) || block.paragraph !== '')
}
