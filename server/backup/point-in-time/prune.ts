import type { Target } from '../targets/target.ts'
import { endOf } from './choose.ts'
import { type Chain, fileName, goneName, listFiles, listGone } from './names.ts'

/**
 * Removes what no moment since `before` needs: chains that ended before it, and of the others what comes before their newest base
 * until then.
 * @param present the chain that goes on
 */
export async function pruneChains(
  target: Target,
  chains: readonly Chain[],
  { before, present }: { before: Date; present: string | undefined },
): Promise<void> {
  const until = before.getTime()
  for (const chain of chains) {
    const { id, bases, pieces } = chain
    const isOver = id !== present && endOf(chain) < until
    const oldest = isOver ? undefined : bases.findLast(({ at }) => at <= until)
    if (!isOver && !oldest) continue
    // Bases first: one whose pieces are gone would promise what it does not keep.
    for (const base of oldest ? bases.slice(0, bases.indexOf(oldest)) : bases) {
      await target.remove(base.about)
      await target.remove(base.name)
    }
    for (const { name } of pieces.filter(({ seq }) => seq < (oldest?.start ?? Infinity))) await target.remove(name)
  }
}

/** Removes the copies of documents, to which no segment refers any more. */
export async function removeCopies(target: Target): Promise<void> {
  for (const key of await listFiles(target)) await target.remove(fileName(key))
  for (const key of (await listGone(target)).keys()) await target.remove(goneName(key))
}
