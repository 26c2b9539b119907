import { dateIn } from '../../shared/dates.ts'
import type { ReadingDeps } from './deps.ts'
import { readWithModel } from './model-reader.ts'
import type { DocumentReader } from './read.ts'

/** Reads with the local engine and, where one is set up, with the language model. */
export function engineReader({ ai, clock, settings, languageModel }: ReadingDeps): DocumentReader {
  return async (pages, departments) => {
    const { timeZone } = await settings.policy()
    const local = await ai.readDocument(pages, departments, dateIn(timeZone, clock()))
    return readWithModel(languageModel, pages, departments, local)
  }
}
