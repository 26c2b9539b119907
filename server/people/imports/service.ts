import { randomUUID } from 'node:crypto'
import { guessColumns, missingColumns } from '../../../shared/import-columns.ts'
import { fullName } from '../../../shared/people.ts'
import {
  IMPORT_FIELDS,
  type ImportChoices,
  type Imported,
  type ImportLines,
  LINKS_PER_PAGE,
  type PeopleImport,
  type PeopleImports,
} from '../../../shared/people-import.ts'
import { text } from '../../../shared/texts/say.ts'
import { withToken } from '../account-links/service.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { requirePermission } from '../roles/require-permission.ts'
import type { Deps } from '../deps.ts'
import { MANAGE } from '../rights.ts'
import { type Checked, checkFile } from './check-file.ts'
import { type FileLine, readPeopleFile } from './file.ts'
import type { textIn } from './file-text.ts'
import type { Plan } from './plan.ts'
import * as queries from './queries.ts'
import { scheduleImport } from './run.ts'

/** Lines read by one query. */
const CHUNK = 500
/** Values of a column shown as samples. */
const SAMPLES = 3

/** The actor's own import, if there is one. */
export async function listImports({ db }: Pick<Deps, 'db'>, actor: Actor): Promise<PeopleImports> {
  requirePermission(actor, ...MANAGE)
  const row = await queries.findImportOf(db.read, actor.id)
  return { imports: row ? [await toImport(db.read, row)] : [] }
}

/**
 * Reads a file and checks it with the likely columns; it replaces the actor's file before. No account is changed.
 * @throws AppError the errors of `readPeopleFile`; `wrong-status` while an import is running
 */
export async function createImport(deps: Deps, actor: Actor, file: ReturnType<typeof textIn>): Promise<PeopleImport> {
  requirePermission(actor, ...MANAGE)
  const { db, clock } = deps
  const { headings, lines } = await readPeopleFile(file.text)
  const choices = { columns: guessColumns(headings), roles: [], departments: [], updateExisting: false }
  const columns = headings.map((heading, i) => ({ heading, samples: samplesOf(lines, i) }))
  const checked = await checkFile(db.read, actor, { lines, width: columns.length, choices })
  const row: queries.ImportRow = {
    id: randomUUID(),
    user_id: actor.id,
    state: 'open',
    encoding: file.encoding,
    people: lines.length,
    columns: JSON.stringify(columns),
    choices: JSON.stringify(choices),
    summary: JSON.stringify(checked.summary),
    created_at: clock().toISOString(),
  }
  await db.write(async (tx) => {
    const before = await queries.findImportOf(tx, actor.id)
    if (before?.state === 'running') throw wrongState('Your import is running. Wait until it has finished.')
    if (before) await queries.deleteImport(tx, before.id)
    await queries.insertImport(tx, row)
    await putChecked(tx, row.id, lines, checked)
  })
  return toImport(db.read, row)
}

/**
 * Checks the file again with other columns and choices.
 * @throws AppError `bad-input` for a column that the file does not have; `wrong-status` once it has been started
 */
export async function chooseForImport(
  deps: Deps,
  actor: Actor,
  id: string,
  choices: ImportChoices,
): Promise<PeopleImport> {
  const { db } = deps
  const before = await getOwn(db.read, actor, id)
  const { width } = columnsOf(before)
  for (const field of IMPORT_FIELDS) {
    const at = choices.columns[field]
    if (at !== null && at >= width)
      throw fieldError('bad-input', `columns.${field}`, text('The file has no such column.'))
  }
  const lines = await readLines(db.read, id)
  const checked = await checkFile(db.read, actor, { lines, width, choices })
  const change = { choices: JSON.stringify(choices), summary: JSON.stringify(checked.summary) }
  await db.write(async (tx) => {
    await lockOpen(tx, id)
    await queries.updateImport(tx, id, change)
    await putChecked(tx, id, lines, checked)
  })
  return toImport(db.read, { ...before, ...change })
}

export async function getImport({ db }: Pick<Deps, 'db'>, actor: Actor, id: string): Promise<PeopleImport> {
  return toImport(db.read, await getOwn(db.read, actor, id))
}

export async function listImportLines(
  { db }: Pick<Deps, 'db'>,
  actor: Actor,
  id: string,
  { page = 1, limit = 20 }: { page?: number | undefined; limit?: number | undefined },
): Promise<ImportLines> {
  const { people } = await getOwn(db.read, actor, id)
  const rows = await queries.linesPage(db.read, id, { page, limit })
  const lines = rows.map(({ line, outcome, plan, done_at }) => {
    const { account: _, ...shown }: Plan = JSON.parse(plan)
    return { ...shown, line, outcome, isDone: done_at !== null }
  })
  return { lines, total: people }
}

/**
 * Starts the import in the background; a repeated call changes nothing.
 * @throws AppError `wrong-status` if no line can be imported, or the import has ended
 */
export async function startImport(deps: Deps, actor: Actor, id: string): Promise<PeopleImport> {
  const { db, queue } = deps
  await getOwn(db.read, actor, id)
  await db.write(async (tx) => {
    const row = await queries.lockImport(tx, id)
    if (row?.state === 'running') return
    await lockOpen(tx, id)
    if ((await queries.waitingLines(tx, id, 1)).length === 0) throw wrongState('Nobody in this file can be imported.')
    await queries.updateImport(tx, id, { state: 'running' })
    await scheduleImport(tx, queue, id, actor.id)
  })
  return getImport(deps, actor, id)
}

/** Throws away the file and what was found out about it; accounts stay. Idempotent. */
export async function removeImport({ db }: Pick<Deps, 'db'>, actor: Actor, id: string): Promise<void> {
  requirePermission(actor, ...MANAGE)
  await db.write(async (tx) => {
    const row = await queries.lockImport(tx, id)
    if (row?.user_id !== actor.id) return
    if (row.state === 'running') throw wrongState('This import is running. Wait until it has finished.')
    await queries.deleteImport(tx, id)
  })
}

/** The invitation links of an import, for whoever made it, while they work. */
export async function listImportLinks(
  { db, clock, config }: Pick<Deps, 'db' | 'clock' | 'config'>,
  actor: Actor,
  id: string,
  { page = 1 }: { page?: number | undefined },
): Promise<Imported> {
  await getOwn(db.read, actor, id)
  const rows = await queries.linksPage(db.read, id, clock().toISOString(), { page, limit: LINKS_PER_PAGE })
  return {
    invited: rows.map(({ plan, ...link }) => {
      const { firstName, lastName, username, email } = JSON.parse(plan)
      return { fullName: fullName({ firstName, lastName }), username, email, link: withToken(link, config) }
    }),
  }
}

/** Removes one import made before an instant, as long as it is not running. @returns whether there was one */
export async function removeOldImport(tx: Tx, before: string): Promise<boolean> {
  const old = await queries.findOldImport(tx, before)
  if (old) await queries.deleteImport(tx, old.id)
  return old !== undefined
}

async function getOwn(reader: Reader, actor: Actor, id: string): Promise<queries.ImportRow> {
  requirePermission(actor, ...MANAGE)
  const row = await queries.findImport(reader, id)
  if (row?.user_id === actor.id) return row
  throw fieldError('not-found', 'id', text('There is no such import.'))
}

async function lockOpen(tx: Tx, id: string): Promise<void> {
  const row = await queries.lockImport(tx, id)
  if (row?.state !== 'open') throw wrongState('This file has been imported already, or another one was chosen.')
}

async function readLines(reader: Reader, id: string): Promise<FileLine[]> {
  const lines: FileLine[] = []
  for (;;) {
    const rows = await queries.cellsAfter(reader, id, lines.at(-1)?.line ?? 0, CHUNK)
    for (const { line, cells } of rows) lines.push({ line, cells: JSON.parse(cells) })
    if (rows.length < CHUNK) return lines
  }
}

function putChecked(tx: Tx, id: string, lines: readonly FileLine[], { rows }: Checked): Promise<void> {
  return queries.putLines(
    tx,
    rows.map((row, i) => ({
      import_id: id,
      cells: JSON.stringify(lines[i]!.cells),
      ...row,
      link_id: null,
      done_at: null,
    })),
  )
}

function samplesOf(lines: readonly FileLine[], at: number): string[] {
  const filled = lines.slice(0, 100).flatMap(({ cells }) => cells[at] || [])
  return [...new Set(filled)].slice(0, SAMPLES).map((sample) => sample.slice(0, 60))
}

function columnsOf({ columns }: queries.ImportRow) {
  const list: PeopleImport['columns'] = JSON.parse(columns)
  return { list, width: list.length }
}

async function toImport(reader: Reader, row: queries.ImportRow): Promise<PeopleImport> {
  const choices: ImportChoices = JSON.parse(row.choices)
  const done = await queries.countDone(reader, row.id)
  const { id, state, encoding, people } = row
  return {
    id,
    state,
    encoding,
    people,
    columns: columnsOf(row).list,
    choices,
    missing: missingColumns(choices.columns),
    summary: JSON.parse(row.summary),
    invited: done.invite,
    updated: done.update,
  }
}

function wrongState(message: string): AppError {
  return new AppError('wrong-status', message)
}
