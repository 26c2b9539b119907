import type { Reader } from '../platform/database/db.ts'

/** Sign-ins of one account that are compared, the newest first. */
const MAX_COMPARED = 2000

function signIns(reader: Reader) {
  return reader.selectFrom('audit_log').where('action', '=', 'session.started')
}

export async function newestSignIn(reader: Reader): Promise<number> {
  const row = await signIns(reader).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
  return row?.id ?? 0
}

export function signInsAfter(reader: Reader, { after, upTo, limit }: { after: number; upTo: number; limit: number }) {
  return signIns(reader)
    .select(['id', 'at', 'actor_id', 'address'])
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .where('actor_id', 'is not', null)
    .where('address', 'is not', null)
    .orderBy('id')
    .limit(limit)
    .$narrowType<{ actor_id: string; address: string }>()
    .execute()
}

/** The addresses of an account's sign-ins before one, and whether there was none at all. */
export async function earlierAddresses(
  reader: Reader,
  { personId, before, since }: { personId: string; before: number; since: string },
): Promise<{ isFirst: boolean; addresses: string[] }> {
  const earlier = signIns(reader).where('target_id', '=', personId).where('id', '<', before)
  const rows = await earlier.select(['at', 'address']).orderBy('id', 'desc').limit(MAX_COMPARED).execute()
  const addresses = rows.flatMap(({ at, address }) => (at >= since && address !== null ? [address] : []))
  return { isFirst: rows.length === 0, addresses: [...new Set(addresses)] }
}
