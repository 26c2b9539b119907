import { z } from 'zod'
import { AccountLink } from './account-links.ts'
import { isStorable } from './text.ts'

/** Limits of an import: people, and bytes of the file. */
export const IMPORT_LIMITS = { people: 500, bytes: 200 * 1024 } as const
export const IMPORT_COLUMNS = ['full name', 'username', 'email', 'role', 'department'] as const

const csv = z
  .string('This must be text')
  .max(IMPORT_LIMITS.bytes, `At most ${IMPORT_LIMITS.bytes / 1024} kB`)
  .refine(isStorable, 'This is no text file')

export const ImportFile = z.strictObject({ csv })

/** A line of the file: the account it would create, or why it cannot. */
export const ImportRow = z.object({
  line: z.int(),
  fullName: z.string(),
  username: z.string(),
  email: z.string(),
  /** a role's id, or the file's own text if there is no such role */
  role: z.string(),
  department: z.string(),
  problems: z.array(z.string()),
  /** what to check before inviting; it does not keep the person from being invited */
  notes: z.array(z.string()),
})
export type ImportRow = z.infer<typeof ImportRow>
export const ImportPreview = z.object({ rows: z.array(ImportRow) })
export type ImportPreview = z.infer<typeof ImportPreview>

/** The file again, and the number of people in its preview: if that has changed, none is invited. */
export const PeopleImport = z.strictObject({ csv, people: z.int().min(1).max(IMPORT_LIMITS.people) })
export type PeopleImport = z.infer<typeof PeopleImport>

export const Imported = z.object({
  invited: z.array(z.object({ fullName: z.string(), username: z.string(), email: z.string(), link: AccountLink })),
})
export type Imported = z.infer<typeof Imported>
