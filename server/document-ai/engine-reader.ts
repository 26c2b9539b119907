import { dateIn } from '../../shared/dates.ts'
import { workCalendarOf } from '../settings/work-calendar.ts'
import type { ReadingDeps } from './deps.ts'
import { readWithModel } from './model-reader.ts'
import type { DocumentReader } from './read.ts'

/** Reads with the local engine and, where one is set up, with the language model. */
export function engineReader({ ai, clock, settings, languageModel }: ReadingDeps): DocumentReader {
  return async (pages, departments) => {
    const policy = await settings.policy()
    const today = dateIn(policy.timeZone, clock())
    const local = await ai.readDocument(pages, departments, today, workCalendarOf(policy))
    return readWithModel(languageModel, pages, departments, local)
  }
}
