import { dateIn } from '../../shared/dates.ts'
import type { ReadingDeps } from './deps.ts'
import type { DocumentReader } from './read.ts'

/** Reads with the local engine. */
export function engineReader({ ai, clock, settings }: ReadingDeps): DocumentReader {
  return async (pages, departments) => {
    const { timeZone } = await settings.policy()
    return ai.readDocument(pages, departments, dateIn(timeZone, clock()))
  }
}
