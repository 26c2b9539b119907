/** Marks a container of links to requests that belong together, such as the rows of a batch. */
export const SEQUENCE = { 'data-sequence': '' }

/**
 * The requests linked beside this one, if it was opened from an answer or a batch instead of the list; else null.
 * @param anywhere also if the focus isn't in that group, as after a click in a browser that does not focus links
 */
export function linkedRequests(id: string, anywhere: boolean): { id: string }[] | null {
  const groups = [...document.querySelectorAll('[data-sequence]')].map((group) => ({
    group,
    ids: [...group.querySelectorAll<HTMLElement>('a[data-opens]')].map((link) => link.dataset['opens'] ?? ''),
  }))
  const holding = groups.filter(({ ids }) => ids.includes(id))
  const requests =
    holding.find(({ group }) => group.contains(document.activeElement)) ?? (anywhere ? holding.at(-1) : undefined)
  return requests ? [...new Set(requests.ids)].map((each) => ({ id: each })) : null
}
