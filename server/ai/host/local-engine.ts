import type { Classification, EngineStamp } from '../../../shared/ai.ts'
import type { Analysis } from '../../../shared/analysis.ts'
import type { ProcessingTime } from '../../../shared/estimates.ts'
import { Departments, type OfficeDepartment } from '../../../shared/departments.ts'
import type { Draft, ReadDocument } from './ai.ts'
import { analyze } from '../../../engine/analysis.ts'
import { askDocument, type Quotation } from '../../../engine/documents/answers/ask-document.ts'
import { readDocument } from '../../../engine/documents/read-document.ts'
import { classify } from '../../../engine/classify.ts'
import { estimateDuration, type EstimateSubject } from '../../../engine/durations/duration-estimator.ts'
import { trainDurations, type DurationModel } from '../../../engine/durations/duration-model.ts'
import type { HistoryRow } from '../../../engine/durations/history.ts'
import type { WorkCalendar } from '../../../engine/durations/work-days.ts'
import { processingTimeOf } from '../../../engine/estimate.ts'
import type { Understood } from '../../../engine/intents.ts'
import { answerIntent, loadModel, saveModel, stampOf, type Model } from '../../../engine/model.ts'
import type { EngineCalls, SentContext } from './engine-calls.ts'
import { startingModel } from './starting-model.ts'
import { trainAndCompare, type TrainingOptions, type TrainingPage, type TrainingResult } from './train-and-compare.ts'

/** While the model has no durations, they are learnt again after this many more finished requests. */
const RETRAIN_AFTER = 25

/** An engine with its model, one for each thread. */
export class LocalEngine implements EngineCalls {
  private model: Model | undefined
  private collected: TrainingPage = { examples: [], history: [] }
  private recent: readonly HistoryRow[] | undefined
  /** index of each recent request by its id */
  private places = new Map<string, number>()
  private calendar: WorkCalendar | undefined
  /** durations learnt from the recent requests, and how many of those were finished and of a known type */
  private learnt: { known: number; durations: DurationModel } | undefined

  load({ model }: { model?: Uint8Array }): { stamp: EngineStamp } {
    this.model = model ? loadModel(model) : startingModel()
    return { stamp: stampOf(this.model) }
  }

  save(): Uint8Array {
    return saveModel(this.loaded)
  }

  remember({ recent }: { recent: readonly HistoryRow[] }): void {
    this.recent = recent
    this.places = placesOf(recent)
  }

  classify({ draft, departments }: { draft: Draft; departments?: readonly OfficeDepartment[] }): Classification {
    return classify(this.loaded, draft, departments && new Departments(departments))
  }

  estimate({ subject, context }: { subject: EstimateSubject; context: SentContext }): ProcessingTime {
    const { similar, now } = context
    const durations = this.durationsFor(context)
    return processingTimeOf(
      estimateDuration(durations, subject, this.historyFor(context), similar, now),
      durations.calendar?.workingDays.length,
    )
  }

  analyze({ subject, context }: { subject: EstimateSubject; context: SentContext }): Analysis {
    const { similar, now } = context
    return analyze(this.loaded, subject, this.historyFor(context), similar, now, this.durationsFor(context))
  }

  understand({ question }: { question: string }): Understood {
    return answerIntent(this.loaded, question)
  }

  readDocument({ pages, departments, ...rest }: Parameters<EngineCalls['readDocument']>[0]): ReadDocument {
    const context = { model: this.loaded, departments: new Departments(departments), ...rest }
    return { reading: readDocument(pages, context), engine: stampOf(this.loaded) }
  }

  askDocument({ pages, question, departments, ...rest }: Parameters<EngineCalls['askDocument']>[0]): Quotation[] {
    return askDocument(pages, question, { model: this.loaded, departments: new Departments(departments), ...rest })
  }

  addTrainingPage({ examples, history }: TrainingPage): void {
    this.collected.examples.push(...examples)
    this.collected.history.push(...history)
  }

  train(options: TrainingOptions): TrainingResult {
    const result = trainAndCompare(this.collected, options)
    this.collected = { examples: [], history: [] }
    return result
  }

  private get loaded(): Model {
    if (!this.model) throw new Error('No model has been loaded')
    return this.model
  }

  /** The model's durations; one without any, like the starting model, learns them from the recent requests. */
  private durationsFor({ now, own, unit: requestedUnit, calendar: sent }: SentContext): DurationModel {
    const { durations } = this.loaded
    const unit = requestedUnit ?? durations.unit
    const calendar = this.sameCalendar(sent)
    if (durations.learnedFrom > 0 || own || !this.recent) return { ...durations, unit, calendar }
    const known = this.recent.filter(({ finishedAt, developmentType }) => finishedAt && developmentType).length
    if (!this.learnt || Math.abs(known - this.learnt.known) >= RETRAIN_AFTER) {
      this.learnt = { known, durations: trainDurations(this.recent, unit, now, undefined, calendar) }
    }
    return { ...this.learnt.durations, unit, calendar }
  }

  /** Each question brings a copy of the calendar; the previous object is reused, so that caches keyed by it still hit. */
  private sameCalendar(sent: WorkCalendar | undefined): WorkCalendar | undefined {
    if (JSON.stringify(sent) !== JSON.stringify(this.calendar)) this.calendar = sent
    return this.calendar
  }

  /** The recent requests and the similar ones; the latter have titles and replace their counterparts. */
  private historyFor({ alike, own }: SentContext): HistoryRow[] {
    const recent = own ?? this.recent
    if (!recent) throw new Error('The recent requests have not been handed over')
    const places = own ? placesOf(own) : this.places
    const rows = [...recent]
    for (const row of alike) rows[places.get(row.id) ?? rows.length] = row
    return rows
  }
}

const placesOf = (rows: readonly HistoryRow[]) => new Map(rows.map(({ id }, i) => [id, i]))
