/** Marks what holds links to requests that belong together, such as the rows of a batch. */
export const SEQUENCE = { 'data-sequence': '' }

/**
 * The requests that are linked beside this one, where it was opened from an answer or a batch instead of the list.
 * @param anywhere also when the focus isn't there, as after a click in a browser that gives a link no focus
 */
export function linkedRequests(id: string, anywhere: boolean): { id: string }[] | null {
  const groups = [...document.querySelectorAll('[data-sequence]')].map((group) => ({
    group,
    ids: [...group.querySelectorAll<HTMLElement>('a[data-opens]')].map((link) => link.dataset['opens'] ?? ''),
  }))
  const holding = groups.filter(({ ids }) => ids.includes(id))
  const found =
    holding.find(({ group }) => group.contains(document.activeElement)) ?? (anywhere ? holding.at(-1) : undefined)
  return found ? [...new Set(found.ids)].map((each) => ({ id: each })) : null
}
