import type { Unseen } from './log-linear-pool.ts'
import type { Fold } from './folds.ts'
import type { Gathered } from './gathered.ts'
import { fitMember, logsOf, type MemberKind, type Shop } from './ensemble.ts'
import { buildDictionary, weigh, type Sparse, type View } from '../text/sparse.ts'

export interface DictionarySize {
  /** rows that a feature must be seen in */
  least: number
  /** features kept in each view */
  most: number
  /** share of the character view against 1 for words */
  characters: number
}

/**
 * The two views of all gathered rows side by side.
 * @param chosen the rows whose words are known and whose rarities count; all when left out
 */
export function weighRows(
  { words, characters }: Gathered,
  size: DictionarySize,
  chosen?: Uint32Array,
): { views: View[]; matrix: Sparse } {
  const parts = [
    { counts: words, view: { dictionary: buildDictionary(words, size.least, size.most, chosen), weight: 1 } },
    {
      counts: characters,
      view: {
        dictionary: buildDictionary(characters, Math.max(2, size.least), size.most, chosen),
        weight: size.characters,
      },
    },
  ]
  return { views: parts.map(({ view }) => view), matrix: weigh(parts) }
}

/**
 * What each fold's models say of the rows that they have not learnt from.
 * @param shopFor what a fold's models are fitted on: nothing in it may come from the rows that they are asked about
 */
export function predictUnseen(
  folds: readonly Fold[],
  kinds: readonly MemberKind[],
  strength: number,
  classes: number,
  shopFor: (learn: Uint32Array) => Shop,
): Unseen {
  const total = folds.reduce((sum, { ask }) => sum + ask.length, 0)
  const logs = kinds.map(() => new Float32Array(total * classes))
  const truth = new Int32Array(total)
  const weights = new Float64Array(total)
  let at = 0
  for (const { learn, ask, weight } of folds) {
    const shop = shopFor(learn)
    const { labels, matrix } = shop
    const members = kinds.map((kind) => fitMember(shop, kind, strength, learn))
    for (const row of ask) {
      truth[at] = labels[row]!
      weights[at] = weight * (shop.rowWeights ? shop.rowWeights[row]! : 1)
      for (let m = 0; m < members.length; m++) {
        logsOf(members[m]!, matrix, row, shop.groups?.[row] ?? 0, logs[m]!, at * classes)
      }
      at++
    }
  }
  return { logs, labels: truth, weights, classes }
}
