import { fold } from './fold.ts'

/** Words that join others in the languages that offices write, each without another common meaning ("it", "may", "us"). */
const JOINING = new Set(
  `a an the of to in on at for from with by and or as is are be this that these those its
   de du des la le les un une et ou à au aux en dans sur pour par avec l' d'
   el los las y o del al con por para una
   da dos das e na
   der die das den dem des ein eine einer und oder im am zu zum zur von vom mit für auf bei
   il lo gli di della dei delle nel
   в на и с по из от за для к о у
   في من على إلى عن و مع أو`
    .split(/\s+/)
    .map((word) => fold(word)),
)

/** The words of a search that explain a hit: words such as "of" stand everywhere, so they only count if there are no others. */
export function decidingWords(words: readonly string[]): string[] {
  const deciding = words.filter((word) => !JOINING.has(word))
  return deciding.length > 0 ? deciding : [...words]
}
