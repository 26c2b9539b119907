import type Database from 'better-sqlite3'

/** Documents indexed before the event loop has its turn: a few milliseconds' worth of usual texts. */
const AT_ONCE = 32
/** The same of long texts, in bytes. One document more is indexed, however long it is. */
const BYTES_AT_ONCE = 48 * 1024

export interface SearchIndexer {
  /**
   * Whether the open transaction has changed as much as one commit should index: FTS5 writes it all down at the commit. One
   * request alone is never enough: many comments on it are indexed once.
   */
  isFull(): boolean
  /**
   * Brings the FTS5 index up to date with the texts that the open transaction has changed. Once for each commit and outside
   * every savepoint: at a savepoint FTS5 writes a segment, which costs three times as much as the indexing itself.
   * The two line ends behind each text make every one- or two-letter piece of it the beginning of some trigram.
   */
  index(): Promise<void>
}

export function searchIndexer(raw: Database.Database): SearchIndexer {
  let statements: ReturnType<typeof prepare> | undefined
  const prepared = () => (statements ??= hasIndex(raw) ? prepare(raw) : undefined)
  return {
    isFull: () => (prepared()?.changedBytes.get() ?? 0) > BYTES_AT_ONCE,
    async index() {
      for (;;) {
        const upTo = prepared()?.next.get()
        if (!statements || upTo === null || upTo === undefined) return
        // Looking into the index to delete from it writes down what is gathered in memory: not without need.
        if (statements.known.get(upTo)) {
          statements.remove.run(upTo)
          await nextTurn()
        }
        statements.add.run(upTo)
        statements.done.run(upTo)
        await nextTurn()
      }
    },
  }
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

/** A database that is not migrated yet has none. */
function hasIndex(raw: Database.Database): boolean {
  return raw.prepare(`select 1 from sqlite_schema where name = 'search_changes'`).get() !== undefined
}

/** From the headers of the rows: their texts are not read for it. */
const BYTES = `coalesce(octet_length(title) + octet_length(description) + octet_length(comments), 0)`

function prepare(raw: Database.Database) {
  return {
    changedBytes: raw
      .prepare<[], number | null>(
        `select case when count(*) > 1 then sum(bytes) end from (select ${BYTES} as bytes from search_changes
          left join search_documents using (request_number) limit ${2 * AT_ONCE})`,
      )
      .pluck(),
    next: raw
      .prepare<[], number | null>(
        `select max(request_number) from (
          select request_number, sum(${BYTES}) over (order by request_number) as bytes, row_number() over (order by request_number) as place
          from (select request_number from search_changes order by request_number limit ${AT_ONCE})
          left join search_documents using (request_number))
        where bytes <= ${BYTES_AT_ONCE} or place = 1`,
      )
      .pluck(),
    known: raw.prepare(
      `select 1 from search_changes cross join search_index_docsize on id = request_number where request_number <= ? limit 1`,
    ),
    remove: raw.prepare(
      `delete from search_index where rowid in (select request_number from search_changes where request_number <= ?)`,
    ),
    add: raw.prepare(`insert into search_index (rowid, text)
      select request_number, request_id || char(10) || title || char(10) || description || char(10) || comments || char(10, 10)
      from search_changes join search_documents using (request_number) where request_number <= ? order by request_number`),
    done: raw.prepare(`delete from search_changes where request_number <= ?`),
  }
}
