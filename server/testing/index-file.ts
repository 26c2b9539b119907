import type { Db } from '../platform/database/db.ts'
import { indexName, indexPages, nextPages, unindexedDocument, unnamedDocument } from '../requests/search/pages.ts'

/** Indexes name and text of a file in each of its documents, as the job does after an upload. */
export async function indexFile(db: Db, checksum: string): Promise<void> {
  for (let named = await unnamedDocument(db.read, checksum); named; named = await unnamedDocument(db.read, checksum)) {
    const document = named
    await db.write((tx) => indexName(tx, document))
  }
  for (;;) {
    const document = await unindexedDocument(db.read, checksum)
    if (!document) return
    const rows = await nextPages(db.read, checksum, document.through)
    await db.write((tx) => indexPages(tx, document, rows))
  }
}
