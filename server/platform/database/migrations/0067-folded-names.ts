import { type Kysely, sql } from 'kysely'
import { nameKey } from '../../../../shared/account-keys.ts'

interface Stored {
  id: string
  first_name: string
  last_name: string
  name_key: string
}

/** Folds the names of people like the words of a search: "Strauß" is found as "strauss". */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<Stored>`select id, first_name, last_name, name_key from users`.execute(db)
  for (const { id, first_name: firstName, last_name: lastName, name_key } of rows) {
    const key = nameKey({ firstName, lastName })
    if (key !== name_key) await sql`update users set name_key = ${key} where id = ${id}`.execute(db)
  }
}
