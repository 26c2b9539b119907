import Database from 'better-sqlite3'
import { join } from 'node:path'
import type { RequestRow } from '../../server/requests/row.ts'
import { verify } from '../../server/audit/service.ts'
import { DATABASE_FILE, openDatabase } from '../../server/database/open.ts'
import type { Tables } from '../../server/database/tables.ts'
import { verifyCounters } from '../../server/requests/counters-rebuild.ts'
import { getPolicy } from '../../server/settings/service.ts'
import type { Kept, Ledger } from './ledger.ts'

type HistoryRow = Tables['request_history'] & { id: number }

/**
 * Looks at what a killed server has left on disk.
 * @returns a line for everything that is lost, double or at odds with itself
 */
export async function checkDatabase(dataDir: string, ledgers: readonly Ledger[]): Promise<string[]> {
  const raw = new Database(join(dataDir, DATABASE_FILE))
  let problems: string[]
  try {
    problems = [
      ...structure(raw),
      ...ledgers.flatMap(({ requests }) => requests).flatMap(stored(raw)),
      ...doubles(raw),
      ...replayed(raw),
    ]
  } finally {
    raw.close()
  }
  const db = await openDatabase({ dataDir })
  try {
    const { timeZone } = await getPolicy(db)
    problems.push(...(await verifyCounters(db.read, timeZone)))
    const audit = await verify(db)
    if (!audit.intact) problems.push(`The audit chain is broken at ${audit.brokenAt}`)
  } finally {
    await db.close()
  }
  return problems
}

function structure(raw: Database.Database): string[] {
  const said = raw.pragma('integrity_check', { simple: true })
  const orphans = raw.pragma('foreign_key_check') as unknown[]
  const unindexed = raw
    .prepare<[], { n: number }>(
      `select count(*) as n from requests where number not in (select id from search_index_docsize)
        or number not in (select request_number from search_documents)`,
    )
    .get()
  return [
    ...(said === 'ok' ? [] : [`integrity_check: ${String(said)}`]),
    ...(orphans.length === 0 ? [] : [`${orphans.length} rows refer to nothing`]),
    ...(unindexed?.n === 0 ? [] : [`${unindexed?.n} requests cannot be found by search`]),
  ]
}

/** Whether a request, its changes and its comments are there, each exactly once. */
function stored(raw: Database.Database): (kept: Kept) => string[] {
  const byMarker = raw.prepare<[string], RequestRow>('select * from requests where title = ?')
  const history = raw.prepare<[number], HistoryRow>(
    'select * from request_history where request_number = ? and field is not null',
  )
  const comments = raw.prepare<[number], { comment: string }>('select comment from comments where request_number = ?')
  const columns = { priority: 'priority', dueDate: 'dueDate', status: 'status', title: 'title' } as const
  return (kept) => {
    const rows = byMarker.all(kept.marker)
    const [row] = rows
    if (!row) return [`${kept.id} was acknowledged and is not there`]
    const problems: string[] = []
    if (rows.length > 1) problems.push(`"${kept.marker}" is there ${rows.length} times`)
    if (row.id !== kept.id) problems.push(`"${kept.marker}" has another id than the one acknowledged`)
    if (row.version !== kept.version) problems.push(`${kept.id} has version ${row.version}, not ${kept.version}`)
    if (row.status !== kept.status) problems.push(`${kept.id} is ${row.status}, not ${kept.status}`)
    const entries = history.all(row.number)
    for (const [version, change] of kept.changes) {
      for (const [name, value] of Object.entries(change)) {
        const field = columns[name as keyof typeof columns]
        const same = entries.filter((entry) => entry.version === version && entry.field === field)
        if (same.length !== 1 || same[0]?.new_value !== value) {
          problems.push(`${kept.id} version ${version}: ${field} became ${value} is written ${same.length} times`)
        }
      }
    }
    const said = comments.all(row.number).map(({ comment }) => comment)
    for (const marker of kept.comments) {
      const times = said.filter((comment) => comment === marker).length
      if (times !== 1) problems.push(`A comment on ${kept.id} is there ${times} times`)
    }
    return problems
  }
}

/** Whatever was stored twice, acknowledged or not: keys are there to prevent it. */
function doubles(raw: Database.Database): string[] {
  const twice = (sql: string) => raw.prepare<[], { what: string }>(sql).all()
  return [
    ...twice('select title as what from requests group by title having count(*) > 1'),
    ...twice(
      "select comment as what from comments where comment like '% ________-____-%' group by comment having count(*) > 1",
    ),
    ...twice('select request_id as what from requests group by request_id having count(*) > 1'),
  ].map(({ what }) => `"${what}" is there more than once`)
}

const COLUMNS: Record<string, keyof RequestRow> = {
  title: 'title',
  description: 'description',
  priority: 'priority',
  department: 'department',
  status: 'status',
  assignedTo: 'assigned_to_id',
  dueDate: 'due_date',
}

/** Plays the history of every request: each change begins where the last one ended, and the end is the present row. */
function replayed(raw: Database.Database): string[] {
  const problems: string[] = []
  const entriesOf = Map.groupBy(
    raw.prepare<[], HistoryRow>('select * from request_history order by request_number, id').all(),
    (entry) => entry.request_number,
  )
  for (const row of raw.prepare<[], RequestRow>('select * from requests').iterate()) {
    const entries = entriesOf.get(row.number) ?? []
    if (entries.filter(({ action }) => action === 'created').length !== 1) {
      problems.push(`${row.request_id} was not created exactly once`)
    }
    const versions = new Set(entries.map(({ version }) => version))
    if (versions.size !== row.version) problems.push(`${row.request_id} has gaps in its versions`)
    for (const [field, column] of Object.entries(COLUMNS)) {
      const changes = entries.filter((entry) => entry.field === field)
      const broken = changes.some((entry, i) => i > 0 && entry.old_value !== changes[i - 1]?.new_value)
      const last = changes.at(-1)
      if (broken || (last && last.new_value !== row[column])) {
        problems.push(`The history of ${row.request_id} does not lead to its ${field}`)
      }
    }
  }
  return problems
}
