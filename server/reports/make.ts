import { addDays, dateIn } from '../../shared/dates.ts'
import { type CustomReport, type ReportContent, readView } from '../../shared/reports/definition.ts'
import type { ReportDocument } from '../../shared/reports/document.ts'
import { type ReportPeriod, type ReadyReport, readyReport } from '../../shared/reports/ready.ts'
import { visibleTo } from '../requests/visibility.ts'
import type { Deps } from './deps.ts'
import { checkMayMake, type Viewer } from './viewer.ts'
import { aboutView } from './about-view.ts'
import type { Rest } from './listed-requests.ts'
import { type ReportContext, MAKERS, makeCustom } from './report-bodies.ts'

interface Wanted {
  name: string
  content: ReportContent
  period: ReportPeriod | null
  /** decides which day it is; default: the office's */
  timeZone?: string | undefined
}

/** A report as the page shows it, with only the first rows of its longest table. */
export interface MadeReport {
  document: ReportDocument
  /** What was made: a custom report's period has become filters of its view. */
  content: ReportContent
  /** The further rows of that table, streamed in bounded memory. */
  rest: Rest
}

/**
 * Makes a report of the present, limited to what this person may see.
 * @throws AppError `not-allowed` when they may not have it
 */
export async function makeReport(deps: Deps, viewer: Viewer, input: Wanted): Promise<MadeReport> {
  const policy = await deps.settings.policy()
  checkMayMake(viewer, input.content, policy)
  const at = deps.clock()
  const today = dateIn(input.timeZone ?? policy.timeZone, at)
  const content = input.content.kind === 'custom' ? onDay(input.content, today) : input.content
  const period = content.kind === 'ready' ? periodOf(content.ready, input.period, today) : null
  const context: ReportContext = { deps, viewer, policy, at, period }
  const made = content.kind === 'custom' ? await makeCustom(context, content) : await MAKERS[content.ready](context)
  const document = {
    title: input.name,
    office: policy.officeName,
    asOf: at.toISOString(),
    timeZone: policy.timeZone,
    period,
    about: [
      visibleTo(viewer, policy) === null ? 'Requests of everybody' : 'Only requests of your own or assigned to you',
      ...(content.kind === 'custom' ? await aboutView(deps, readView(content.view), policy) : []),
    ],
    blocks: made.blocks,
  }
  return { document, content, rest: made.rest ?? nothing }
}

async function* nothing(): AsyncGenerator<never> {}

/** @returns null for a report about now */
function periodOf(ready: ReadyReport, chosen: ReportPeriod | null, today: string): ReportContext['period'] {
  const usual = readyReport(ready).period
  return usual ? daysOf(chosen ?? usual, today) : null
}

/** The report with its period as filters. */
function onDay({ period, ...content }: CustomReport, today: string): CustomReport {
  if (!period) return content
  const { from, to } = daysOf(period.span, today)
  const view = new URLSearchParams(content.view)
  view.set(`${period.date}From`, from)
  view.set(`${period.date}To`, to)
  return { ...content, view: view.toString() }
}

/** The first and last day of a period. */
function daysOf(period: ReportPeriod, today: string): { from: string; to: string } {
  if (period === 'last-month') {
    const to = addDays(`${today.slice(0, 7)}-01`, -1)
    return { from: `${to.slice(0, 7)}-01`, to }
  }
  const days = { 'last-30-days': 30, 'last-90-days': 90, 'half-year': 182 }[period]
  return { from: addDays(today, 1 - days), to: today }
}
