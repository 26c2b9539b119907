import { listed } from '../../../shared/wording.ts'

/** Names with the same figure: "Ada, Ben and 3 others". @param most names, unless a single other would be left */
export function tiedNames(names: readonly string[], most: number): string {
  const others = names.length - most
  return listed(others > 1 ? [...names.slice(0, most), `${others} others`] : names)
}
