import type { Forecast, WhatIf } from '../../shared/analytics/forecast.ts'
import { type WorkCalendar, WorkDays } from '../durations/work-days.ts'
import { Facts } from './facts.ts'
import { type FlowFigures, flowOf } from './flow.ts'
import { FlowModel } from './flow-model.ts'
import { forecastOf, type WithoutTime } from './forecast.ts'
import { type DayUnit, dayNumber, OfficeTime } from './office-time.ts'
import { type FoundOutlook, outlooksOf, type OutlooksQuery } from './outlook.ts'
import { storedModel, type StoredModel } from './stored-model.ts'
import { Subsets } from './subsets.ts'
import { type FoundMove, movesOf } from './promises.ts'
import { daysBefore, type PanelInput } from './panel-input.ts'
import { allRowsOf, type FoundRows, type Marked, type RowColumns, rowsOf } from './rows.ts'
import { type FlowFilter, select } from './selection.ts'
import { whatIfOf } from './what-if.ts'
import { rowsAddresses } from './rows-address.ts'

/** Parameters of every call: selection, period, unit, time and calendar. */
export interface FlowParams {
  filter: FlowFilter
  /** first and last day of the period, `YYYY-MM-DD` */
  from: string
  to: string
  unit: DayUnit
  /** ms since 1970 */
  now: number
  calendar: WorkCalendar
}
interface PageOf {
  offset: number
  limit: number
}

/** The history of an office in memory and the queries on it. Performs no authorisation. */
export class FlowOffice {
  #model = new FlowModel()
  #calendar = ''
  #facts = new Map<DayUnit, Facts>()

  /** Resets to an empty office. */
  clear(): void {
    this.#model = new FlowModel()
    this.#facts.clear()
  }

  loadRequests({ packed }: { packed: string }): void {
    this.#model.addRequests(packed)
  }

  loadChanges({ packed }: { packed: string }): void {
    this.#model.loadChanges(packed)
  }

  endLoading(): number {
    this.#model.endLoading()
    return this.#model.size
  }

  /** The content in a form from which `loadStored` restores it. */
  stored(): StoredModel {
    return storedModel(this.#model)
  }

  loadStored(stored: StoredModel): void {
    this.#model = FlowModel.from(stored)
    this.#facts.clear()
  }

  /** Adds or replaces requests with all their changes, sorted by request. */
  update({ requests, changes }: { requests: string; changes: string }): void {
    const touched = this.#model.replace(requests, changes)
    for (const facts of this.#facts.values()) facts.derive(this.#model, touched)
  }

  flow(params: FlowParams): FlowFigures {
    return flowOf(this.#input(params))
  }

  forecast({
    count,
    by,
    ...params
  }: FlowParams & { count?: number | undefined; by?: string | undefined }): WithoutTime<Forecast> {
    return forecastOf(this.#input(params), { count, by: by === undefined ? undefined : dayNumber(by) })
  }

  whatIf({ people, arrivals, limit, pull, ...params }: FlowParams & WhatIfChange): WithoutTime<WhatIf> {
    return whatIfOf(this.#input(params), { people, arrivals, limit, pull })
  }

  rows({ params, query, page }: { params: FlowParams; query: Marked; page: PageOf }): FoundRows {
    return rowsOf(this.#input(params), { ...query, ...page })
  }

  allRows({ params, query }: { params: FlowParams; query: Marked }): RowColumns {
    return allRowsOf(this.#input(params), query)
  }

  moves({ params, page }: { params: FlowParams; page: PageOf }): { total: number; moves: FoundMove[] } {
    return movesOf(this.#input(params), page.offset, page.limit)
  }

  /** Outlooks of open requests; other requests are left out. */
  outlooks({ params, query }: { params: FlowParams; query: OutlooksQuery }): FoundOutlook[] {
    return outlooksOf(this.#input(params), new WorkDays(params.calendar), query)
  }

  #input(params: FlowParams): PanelInput {
    const { filter, unit, now } = params
    const facts = this.#factsOf(unit, params.calendar)
    const period = { from: dayNumber(params.from), to: dayNumber(params.to) }
    const today = facts.time.dayOf(now)
    const selected = select(this.#model, filter)
    return {
      model: this.#model,
      facts,
      selected,
      subsets: new Subsets(this.#model, facts, selected),
      period,
      before: daysBefore(period, today),
      now,
      today,
      unit,
      rows: rowsAddresses(params),
    }
  }

  #factsOf(unit: DayUnit, calendar: WorkCalendar): Facts {
    const text = JSON.stringify(calendar)
    if (text !== this.#calendar) {
      this.#facts.clear()
      this.#calendar = text
    }
    let facts = this.#facts.get(unit)
    if (!facts) {
      facts = new Facts(new OfficeTime(calendar), unit)
      facts.deriveAll(this.#model)
      this.#facts.set(unit, facts)
    }
    return facts
  }
}

interface WhatIfChange {
  people?: number | undefined
  arrivals?: number | undefined
  limit?: number | undefined
  pull?: number | undefined
}
