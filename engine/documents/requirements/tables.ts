import type { Cell } from '../blocks.ts'
import { findDates } from '../facts/dates.ts'
import type { Context } from './features.ts'

const ASK_COLUMN =
  /^(?:requirements?|actions?|tasks?|requests?|recommendations?|needs?|changes?|measures?|asks?|what(?: is wanted)?|to do|wish(?:es)?|features?|functions?|deliverables?|demandes?|exigences?|mesures?|tâches?|الطلب|المتطلب|الإجراء|التوصية|القرار|decisions?|proposed change)\b/iu
const TEXT_COLUMN = /^(?:descriptions?|details?|subject|text|title|item|topic|issue|objet|libellé|الوصف|الموضوع)\b/iu
const DUE_COLUMN = /^(?:due|deadline|by|date|target|when|until|échéance|délai|الموعد|التاريخ|completion|timeline)/iu
const STATUS_COLUMN = /^(?:status|state|progress|remarks?|comment|note|état|statut|الحالة)/iu
const CLOSED =
  /\b(?:closed|done|completed|finished|signed|ready|held|rejected|cancelled|dropped|implemented|not (?:retained|accepted)|terminé|fait|clos|rejeté|abandonné)\b|تم|منجز|مرفوض/iu
const MAX_HEAD_CELL_LENGTH = 40

interface Columns {
  text: number
  due: number
  status: number
  isAsked: boolean
  count: number
}

/** A table row with the facts about its task. */
export interface ReadRow {
  cell: Cell
  due: string | null
  contexts: Context[]
}

/** Reads a table by its header row: which column has the task, its deadline and its status. */
export class TableReader {
  private columns: Columns | null = null

  /** Null for the header row and for rows without text. */
  read(cells: readonly Cell[]): ReadRow | null {
    const head = columnsOf(cells)
    if (head) {
      this.columns = head
      return null
    }
    const { columns } = this
    const cell = columns && cells.length >= columns.count - 1 ? cells[columns.text] : longest(cells)
    if (!cell || !/\p{L}{3}/u.test(cell.text)) return null
    const others = cells.filter((other) => other !== cell).map(({ text }) => text)
    const due = columns && columns.due >= 0 ? cells[columns.due]?.text : undefined
    const dated = due ?? others.find((text) => findDates(text, '2026-01-01', false).length > 0) ?? null
    const contexts: Context[] = ['row']
    if (columns?.isAsked) contexts.push('askRow')
    if (
      CLOSED.test(cell.text.split(':')[0]!) ||
      others.some((text) => text.length < MAX_HEAD_CELL_LENGTH && CLOSED.test(text))
    ) {
      contexts.push('closedRow')
    }
    return { cell, due: dated, contexts }
  }

  /** Any other block ends the table. */
  end(): void {
    this.columns = null
  }
}

function columnsOf(cells: readonly Cell[]): Columns | null {
  const texts = cells.map(({ text }) => text)
  if (texts.some((text) => text.length > MAX_HEAD_CELL_LENGTH || /[.;]$/.test(text))) return null
  const find = (pattern: RegExp) => texts.findIndex((text) => pattern.test(text))
  const [asked, described, due, status] = [ASK_COLUMN, TEXT_COLUMN, DUE_COLUMN, STATUS_COLUMN].map(find) as [
    number,
    number,
    number,
    number,
  ]
  const known = [asked, described, due, status].filter((at) => at >= 0).length
  const isHead = known >= 2 || (known === 1 && texts.every((text) => text.split(/\s+/).length <= 2))
  if (!isHead) return null
  const text = asked >= 0 ? asked : described
  // A description with a deadline counts as a task.
  return {
    text: Math.max(0, text),
    due,
    status,
    isAsked: asked >= 0 || (described >= 0 && due >= 0),
    count: cells.length,
  }
}

function longest(cells: readonly Cell[]): Cell | undefined {
  return cells.reduce<Cell | undefined>(
    (best, cell) => (best && best.text.length >= cell.text.length ? best : cell),
    undefined,
  )
}
