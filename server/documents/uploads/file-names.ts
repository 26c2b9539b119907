import { DOCUMENT_TYPES, type DocumentType } from '../../../shared/document-types.ts'
import { MAX_FILE_NAME_LENGTH } from '../../../shared/documents.ts'
import { oneLine } from '../../../shared/text-rules.ts'

/** Control characters, invisible ones, and those that change the text direction. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]/gu

/** The displayed name of a file: without folders, and without characters that disguise it as another. */
export function labelOf(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? ''
  const seen = oneLine(last.replaceAll(UNSEEN, ''))
  return /^\.*$/.test(seen) ? 'Unnamed file' : seen
}

/**
 * The name with an extension of the detected type, appended if it has another: the extension decides which program opens
 * a download.
 */
export function nameOfType(name: string, type: DocumentType): string {
  const extensions: readonly string[] = DOCUMENT_TYPES[type].extensions
  const own = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  if (own !== undefined && extensions.includes(own)) return name
  const ending = `.${extensions[0]}`
  return `${name.slice(0, MAX_FILE_NAME_LENGTH - ending.length).toWellFormed()}${ending}`
}
