import type Database from 'better-sqlite3'

/** Texts indexed before yielding to the event loop: a few milliseconds for usual ones. */
const BATCH_SIZE = 32
/** The same limit for long texts, in bytes. At least one text is indexed, however long it is. */
const BATCH_BYTES = 48 * 1024

export interface SearchIndexer {
  /**
   * Whether the open transaction has changed as much text as one commit should index: FTS5 flushes all of it at the
   * commit. A single text never counts as full: many comments on one request are indexed once.
   */
  isFull(): boolean
  /**
   * Updates the FTS5 indices with the texts changed by the open transaction. Once per commit and outside every
   * savepoint: at a savepoint FTS5 writes a segment, which costs three times as much as the indexing itself.
   * The two newlines after each text make each one- or two-letter substring the start of some trigram.
   */
  index(): Promise<void>
  /** The same after a migration, outside any group commit: an index of which much has changed is built anew. */
  indexMigrated(): Promise<void>
}

/** A searched table, its index, and the table in which triggers record changes. */
interface Indexed {
  index: string
  table: string
  key: string
  changes: string
  columns: string[]
}

const REQUESTS: Indexed = {
  index: 'search_index',
  table: 'search_documents',
  key: 'request_number',
  changes: 'search_changes',
  columns: ['request_id', 'title', 'description'],
}

const PAGES: Indexed = {
  index: 'search_page_index',
  table: 'search_pages',
  key: 'id',
  changes: 'search_page_changes',
  columns: ['text'],
}

const COMMENTS: Indexed = {
  index: 'search_comment_index',
  table: 'search_comments',
  key: 'id',
  changes: 'search_comment_changes',
  columns: ['text'],
}

export function searchIndexer(raw: Database.Database): SearchIndexer {
  const indices = [REQUESTS, PAGES, COMMENTS].map((indexed) => new Index(raw, indexed))
  return {
    isFull: () => indices.some((index) => index.isFull()),
    async index() {
      for (const index of indices) await index.update()
    },
    async indexMigrated() {
      for (const index of indices) await (index.isMostlyStale() ? index.rebuild() : index.update())
    },
  }
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve))

class Index {
  readonly #raw: Database.Database
  readonly #indexed: Indexed
  #prepared: ReturnType<typeof prepare> | undefined

  constructor(raw: Database.Database, indexed: Indexed) {
    this.#raw = raw
    this.#indexed = indexed
  }

  isFull(): boolean {
    return (this.#statements()?.changedBytes.get() ?? 0) > BATCH_BYTES
  }

  async update(): Promise<void> {
    for (;;) {
      const statements = this.#statements()
      const upTo = statements?.next.get()
      if (!statements || upTo === null || upTo === undefined) return
      // Looking up rows to delete makes FTS5 flush its in-memory data: only if there are any.
      if (statements.known.get(upTo)) {
        statements.remove.run(upTo)
        await nextTurn()
      }
      statements.add.run(upTo)
      statements.done.run(upTo)
      await nextTurn()
    }
  }

  /** Updating a text costs about ten times as much as adding it to an empty index. */
  isMostlyStale(): boolean {
    return (this.#statements()?.staleShare.get() ?? 0) > 0.1
  }

  rebuild(): void {
    const statements = this.#statements()
    statements?.clear.run()
    statements?.addAll.run()
    statements?.done.run(Number.MAX_SAFE_INTEGER)
  }

  /** Undefined before the migration has run. */
  #statements() {
    if (!this.#prepared && isThere(this.#raw, this.#indexed.changes)) {
      this.#prepared = prepare(this.#raw, this.#indexed)
    }
    return this.#prepared
  }
}

function isThere(raw: Database.Database, table: string): boolean {
  return raw.prepare(`select 1 from sqlite_schema where name = ?`).get(table) !== undefined
}

function prepare(raw: Database.Database, { index, table, key, changes, columns }: Indexed) {
  // `octet_length` needs only the row headers, not the texts.
  const bytes = `coalesce(${columns.map((column) => `octet_length(${column})`).join(' + ')}, 0)`
  const text = columns.join(' || char(10) || ')
  return {
    changedBytes: raw
      .prepare<[], number | null>(
        `select case when count(*) > 1 then sum(bytes) end from (select ${bytes} as bytes from ${changes}
          left join ${table} using (${key}) limit ${2 * BATCH_SIZE})`,
      )
      .pluck(),
    next: raw
      .prepare<[], number | null>(
        `select max(${key}) from (
          select ${key}, sum(${bytes}) over (order by ${key}) as bytes, row_number() over (order by ${key}) as place
          from (select ${key} from ${changes} order by ${key} limit ${BATCH_SIZE})
          left join ${table} using (${key}))
        where bytes <= ${BATCH_BYTES} or place = 1`,
      )
      .pluck(),
    known: raw.prepare(
      `select 1 from ${changes} as changed cross join ${index}_docsize as known on known.id = changed.${key}
        where changed.${key} <= ? limit 1`,
    ),
    remove: raw.prepare(`delete from ${index} where rowid in (select ${key} from ${changes} where ${key} <= ?)`),
    add: raw.prepare(`insert into ${index} (rowid, text)
      select ${key}, ${text} || char(10, 10) from ${changes} join ${table} using (${key}) where ${key} <= ? order by ${key}`),
    staleShare: raw
      .prepare<[], number | null>(
        `select cast((select count(*) from ${changes}) as real) / (select count(*) from ${table})`,
      )
      .pluck(),
    clear: raw.prepare(`insert into ${index} (${index}) values ('delete-all')`),
    addAll: raw.prepare(
      `insert into ${index} (rowid, text) select ${key}, ${text} || char(10, 10) from ${table} order by ${key}`,
    ),
    done: raw.prepare(`delete from ${changes} where ${key} <= ?`),
  }
}
