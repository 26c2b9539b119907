import type { Target } from '../targets/target.ts'
import type { Chain } from './names.ts'

/** Removes what no moment since `before` needs. The newest base before that stays, with all that follows it. */
export async function pruneChains(target: Target, chains: Chain[], before: Date): Promise<void> {
  const bases = chains.flatMap((chain) => chain.bases.map((base) => ({ id: chain.id, base })))
  const oldest = bases.findLast(({ base }) => base.at <= before.getTime())
  if (!oldest) return
  for (const { id, bases: own, pieces } of chains.filter((chain) => chain.id <= oldest.id)) {
    const isNeeded = (seq: number) => id === oldest.id && seq >= oldest.base.start
    // Bases first: one whose pieces are gone would promise what it does not keep.
    for (const base of own.filter((one) => one !== oldest.base && !(id === oldest.id && one.end >= oldest.base.end))) {
      await target.remove(base.about)
      await target.remove(base.name)
    }
    for (const { name } of pieces.filter(({ seq }) => !isNeeded(seq))) await target.remove(name)
  }
}
