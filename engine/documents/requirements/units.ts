import type { Block } from '../blocks.ts'
import { inOneLine, type Flow } from '../flow.ts'
import { isPromptInjection } from '../prompt-injection.ts'
import { sentencesOf } from '../sentences.ts'
import type { Context } from './features.ts'
import { headingContexts, leadContexts } from './surroundings.ts'
import { TableReader } from './tables.ts'

/** A sentence, a list item or a table row, with its context. */
export interface Unit {
  start: number
  end: number
  /** on one line */
  text: string
  contexts: ReadonlySet<Context>
  /** the heading of its section */
  section: string | null
  /** the sentence that introduces the list */
  lead: string | null
  /** the cell with the deadline, if the table has one */
  dueCell: string | null
  block: number
  /** an instruction to a machine (prompt injection), or behind one in the same block */
  isInjection: boolean
}

/** Reads blocks in order and tracks the current heading and the sentence that introduces a list. */
export class UnitReader {
  private readonly flow: Flow
  private readonly tables = new TableReader()
  private section: string | null = null
  private sectionContexts: readonly Context[] = []
  private lead: string | null = null
  private blocks = 0

  constructor(flow: Flow) {
    this.flow = flow
  }

  read(block: Block): Unit[] {
    this.blocks++
    if (block.kind === 'row') return this.row(block)
    this.tables.end()
    if (block.kind === 'heading') {
      this.section = inOneLine(this.flow.text.slice(block.start, block.end)).replace(/^#+\s*/, '')
      this.sectionContexts = headingContexts(this.section)
      this.lead = null
      return []
    }
    return this.sentences(block)
  }

  private row(block: Block): Unit[] {
    const row = this.tables.read(block.cells)
    if (!row) return []
    const contexts = new Set<Context>([...this.sectionContexts, ...row.contexts])
    return [{ ...this.unit(row.cell.start, row.cell.end, contexts), dueCell: row.due }]
  }

  private sentences(block: Block): Unit[] {
    const isItem = block.kind === 'item'
    if (!isItem && this.lead !== null && !/^\p{Ll}/u.test(this.flow.text[block.start] ?? '')) this.lead = null
    const spans = sentencesOf(this.flow.text, block.textStart, block.end)
    const units = spans.map(({ start, end }, i) => {
      const contexts = new Set<Context>(this.sectionContexts)
      if (isItem) contexts.add('item')
      if (i === 0 && isItem && this.lead !== null) for (const context of leadContexts(this.lead)) contexts.add(context)
      return this.unit(start, end, contexts)
    })
    // What follows an instruction in its paragraph belongs to it.
    const first = units.findIndex((unit) => unit.isInjection)
    if (first >= 0) for (const unit of units.slice(first)) unit.isInjection = true
    const last = units.at(-1)
    if (last && /[:：]$/.test(last.text)) this.lead = last.text
    return units
  }

  private unit(start: number, end: number, contexts: ReadonlySet<Context>): Unit {
    const text = inOneLine(this.flow.text.slice(start, end))
    const isInjection = isPromptInjection(text)
    const { section, lead, blocks: block } = this
    return { start, end, text, contexts, section, lead, dueCell: null, block, isInjection }
  }
}
