import type { FieldErrors } from 'react-hook-form'
import type { DocumentType } from '../../shared/document-types.ts'
import { DocumentSettings } from '../../shared/document-settings.ts'
import { numberIn, problemsOf } from './form/typed.ts'

const SIZES = ['largestMegabytes', 'perRequestMegabytes', 'perPersonMegabytes'] as const

/** Sizes are strings, as typed. */
export type DocumentsForm = Record<(typeof SIZES)[number], string> & { types: DocumentType[]; readScans: boolean }

export function documentsFormOf(settings: DocumentSettings): DocumentsForm {
  const { types, readScans, largestMegabytes, perRequestMegabytes, perPersonMegabytes } = settings
  return {
    types: [...types],
    readScans,
    largestMegabytes: String(largestMegabytes),
    perRequestMegabytes: String(perRequestMegabytes),
    perPersonMegabytes: String(perPersonMegabytes),
  }
}

export function documentSettingsOf(form: DocumentsForm): DocumentSettings {
  const { types, readScans, largestMegabytes, perRequestMegabytes, perPersonMegabytes } = form
  return {
    types,
    readScans,
    largestMegabytes: numberIn(largestMegabytes),
    perRequestMegabytes: numberIn(perRequestMegabytes),
    perPersonMegabytes: numberIn(perPersonMegabytes),
  }
}

/** @param path as the contract and the server name it */
export function documentsFieldOf(path: string): keyof DocumentsForm | undefined {
  const [field] = path.split('.')
  return [...SIZES, 'types' as const, 'readScans' as const].find((known) => known === field)
}

/** The contract's own messages, by field. */
export function documentsProblems(form: DocumentsForm): FieldErrors<DocumentsForm> {
  return problemsOf(DocumentSettings.safeParse(documentSettingsOf(form)).error, documentsFieldOf)
}
