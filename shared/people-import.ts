import { z } from 'zod'
import { AccountLink } from './account-links.ts'
import { reference } from './text.ts'
import { wholeNumber } from './whole-number.ts'

/** Limits of a file of people. `choices`: texts for which a role or a department is chosen. */
export const IMPORT_LIMITS = { people: 10_000, bytes: 5 * 1024 * 1024, columns: 200, choices: 200, text: 200 } as const
/** Links in one page of the answer. */
export const LINKS_PER_PAGE = 500

const IMPORT_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type ImportEncoding = (typeof IMPORT_ENCODINGS)[number]

export const IMPORT_FIELDS = ['fullName', 'firstName', 'lastName', 'username', 'email', 'role', 'department'] as const
export type ImportField = (typeof IMPORT_FIELDS)[number]

const column = z.int().min(0).max(IMPORT_LIMITS.columns).nullable()
/** The place of each field's column, from 0; null: the file has none. */
const columns = z.strictObject({
  fullName: column,
  firstName: column,
  lastName: column,
  username: column,
  email: column,
  role: column,
  department: column,
})
export type ImportColumns = z.infer<typeof columns>

const text = z.string().max(IMPORT_LIMITS.text)
export const ImportChoices = z.strictObject({
  columns,
  /** the role for a text of the file; for the empty text: for people without one */
  roles: z.array(z.strictObject({ text, role: reference() })).max(IMPORT_LIMITS.choices),
  /** the key of the department for a text of the file; empty: none */
  departments: z.array(z.strictObject({ text, department: reference(0) })).max(IMPORT_LIMITS.choices),
  updateExisting: z.boolean(),
})
export type ImportChoices = z.infer<typeof ImportChoices>

/** Why a person of the file is left out. */
const IMPORT_PROBLEMS = [
  'missing',
  'too-long',
  'invalid',
  'formula',
  'more-cells-than-columns',
  'role-unknown',
  'role-above-own',
  'department-unknown',
  'username-taken',
  'email-taken',
  'username-is-address',
  'address-is-username',
  'username-in-line',
  'email-in-line',
  'own-role',
  'person-above-own',
  'changed-meanwhile',
  'gone',
  'last-administrator',
] as const
/** `field` of `missing`, `too-long` and `invalid`; `line` of the earlier line with the same value. */
export const ImportProblem = z.object({
  code: z.enum(IMPORT_PROBLEMS),
  field: z.enum(IMPORT_FIELDS).optional(),
  line: z.int().optional(),
})
export type ImportProblem = z.infer<typeof ImportProblem>

/** What to check before confirming: the address of an existing account stays; the successor of a retired department. */
export const ImportNote = z.enum(['email-kept', 'inactive', 'department-successor'])
export type ImportNote = z.infer<typeof ImportNote>

const IMPORT_OUTCOMES = ['invite', 'update', 'same', 'refused'] as const
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number]

const ImportChange = z.object({
  field: z.enum(['firstName', 'lastName', 'role', 'department']),
  from: z.string().nullable(),
  to: z.string().nullable(),
})
export type ImportChange = z.infer<typeof ImportChange>

/** A person of the file, and what the import does with them. */
export const ImportLine = z.object({
  line: z.int(),
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  email: z.string(),
  /** a role's id, or the file's own text if there is no such role */
  role: z.string(),
  department: z.string(),
  outcome: z.enum(IMPORT_OUTCOMES),
  problems: z.array(ImportProblem),
  notes: z.array(ImportNote),
  /** of an existing account */
  changes: z.array(ImportChange),
  /** the account has been made or changed */
  isDone: z.boolean(),
})
export type ImportLine = z.infer<typeof ImportLine>

const Counted = z.object({ text: z.string(), people: z.int() })
export const ImportSummary = z.object({
  outcomes: z.record(z.enum(IMPORT_OUTCOMES), z.int()),
  /** people of the file who have an account */
  existing: z.int(),
  /** people by the role they get: new ones, and accounts whose role changes */
  roles: z.array(z.object({ role: z.string(), invited: z.int(), changed: z.int() })),
  /** texts that name no role; empty: people without one */
  unknownRoles: z.array(Counted),
  unknownDepartments: z.array(Counted),
})
export type ImportSummary = z.infer<typeof ImportSummary>

/** `stopped`: whoever started it may no longer manage people. */
const IMPORT_STATES = ['open', 'running', 'done', 'stopped'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** A person's own import: a file, how it is read, and how far it is. */
export const PeopleImport = z.object({
  id: z.string(),
  state: z.enum(IMPORT_STATES),
  encoding: z.enum(IMPORT_ENCODINGS),
  people: z.int(),
  columns: z.array(z.object({ heading: z.string(), samples: z.array(z.string()) })),
  choices: ImportChoices,
  /** fields that need a column; while there are any, no line is checked */
  missing: z.array(z.enum(IMPORT_FIELDS)),
  summary: ImportSummary,
  /** accounts made and changed so far */
  invited: z.int(),
  updated: z.int(),
})
export type PeopleImport = z.infer<typeof PeopleImport>

/** At most one: a new file replaces the one before. */
export const PeopleImports = z.object({ imports: z.array(PeopleImport) })
export type PeopleImports = z.infer<typeof PeopleImports>

const page = wholeNumber(1_000_000, 'page must be a whole number from 1').optional()
export const ImportLinesQuery = z.strictObject({
  page,
  limit: wholeNumber(100, 'limit must be a whole number from 1 to 100').optional(),
})
/** Those left out first, then those with notes, changed, new and unchanged ones, each in the file's order. */
export const ImportLines = z.object({ lines: z.array(ImportLine), total: z.int() })
export type ImportLines = z.infer<typeof ImportLines>

export const ImportLinksQuery = z.strictObject({ page })
/** A page of links that still work. */
export const Imported = z.object({
  invited: z.array(z.object({ fullName: z.string(), username: z.string(), email: z.string(), link: AccountLink })),
})
export type Imported = z.infer<typeof Imported>
