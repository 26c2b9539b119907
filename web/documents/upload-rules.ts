import { DOCUMENT_TYPES } from '../../shared/document-types.ts'
import type { DocumentSettings } from '../../shared/document-settings.ts'
import { formatList } from '../../shared/texts/formats.ts'

const MEGABYTE = 1024 * 1024

type Rules = Pick<DocumentSettings, 'types' | 'largestMegabytes'>

const labelsOf = ({ types }: Rules) => types.map((type) => DOCUMENT_TYPES[type].label)

/** "PDF, DOC, DOCX up to 10MB" */
export function rulesHint(rules: Rules): string {
  return `${labelsOf(rules).join(', ')} up to ${rules.largestMegabytes}MB`
}

/** `accept` value of the file picker, which then offers what can be attached. */
export function acceptedFiles({ types }: Rules): string {
  return types.flatMap((type) => DOCUMENT_TYPES[type].extensions.map((extension) => `.${extension}`)).join(',')
}

/**
 * Refuses before the upload what the server would refuse after it. The server checks the content, so a name without an
 * extension is sent.
 * @returns a sentence, or null
 */
export function refusalOf({ name, size }: Pick<File, 'name' | 'size'>, rules: Rules): string | null {
  if (size === 0) return 'This file is empty.'
  if (size > rules.largestMegabytes * MEGABYTE) return `This file is larger than ${rules.largestMegabytes} MB.`
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  const known = rules.types.flatMap((type): readonly string[] => DOCUMENT_TYPES[type].extensions)
  if (extension === undefined || known.includes(extension)) return null
  return `Only ${formatList(labelsOf(rules))} can be attached.`
}
