import type { AssistantQuery, QueryFilter } from '../../../shared/assistant/query.ts'
import type { Mask } from '../../ai/language-model/mask.ts'
import type { People } from '../reading/people.ts'
import { tokensOf } from '../reading/tokens.ts'

const MARK = /\[person [A-Z]+\]/g
const IS_MARK = /^\[person [A-Z]+\]$/

interface Person {
  id: string
  name: string
}

/** The people a query may name, each by the placeholder that was sent instead of the name. */
export class PeopleMarks {
  readonly #byMark = new Map<string, Person>()

  /** Adds the people in a question whom its asker may ask for. @param hidden the masked question */
  addFrom(hidden: string, mask: Mask, people: People): void {
    for (const [mark] of hidden.matchAll(MARK)) {
      const name = mask.show(mark)
      const match = people.at(tokensOf(name), 0)
      if (match?.ids.length === 1) this.#byMark.set(mark, { id: match.ids[0]!, name })
    }
  }

  /** Adds the people of the previous query. */
  add(people: readonly Person[], mask: Mask): void {
    for (const { id, name } of people) {
      const mark = mask.hide(name)
      if (IS_MARK.test(mark) && !this.#byMark.has(mark)) this.#byMark.set(mark, { id, name })
    }
  }

  all(): string[] {
    return [...this.#byMark.keys()]
  }

  /** @returns null where a query names a person without a placeholder */
  hide(query: AssistantQuery): AssistantQuery | null {
    const marks = new Map([...this.#byMark].map(([mark, { id }]) => [id, mark]))
    return withPeople(query, (id) => marks.get(id))
  }

  /** @returns null where a query contains an unknown placeholder */
  show(query: AssistantQuery): AssistantQuery | null {
    return withPeople(query, (mark) => this.#byMark.get(mark)?.id)
  }

  nameOf(id: string): string {
    return [...this.#byMark.values()].find((person) => person.id === id)?.name ?? id
  }
}

const FIELDS = ['assignee', 'notAssignee', 'requester', 'notRequester'] as const

function withPeople(query: AssistantQuery, to: (id: string) => string | undefined): AssistantQuery | null {
  let isComplete = true
  const mapped = (filter: QueryFilter): QueryFilter => {
    const changed = { ...filter }
    for (const field of FIELDS) {
      const ids = filter[field]?.map((id) => (isNobody(field, id) ? id : to(id)))
      if (ids?.includes(undefined)) isComplete = false
      else if (ids) changed[field] = ids as string[]
    }
    return changed
  }
  const { filter, of, compare } = query
  const whole = {
    ...query,
    filter: mapped(filter),
    ...(of && { of: mapped(of) }),
    ...(compare && { compare: compare.map(mapped) }),
  }
  return isComplete ? whole : null
}

/** "me" and "unassigned", which need no placeholder. */
function isNobody(field: (typeof FIELDS)[number], id: string): boolean {
  return id === 'me' || (id === 'unassigned' && field.endsWith('ssignee'))
}

/** Capitalises names typed in lower case, so that the mask recognises them. */
export function withNamesInCapitals(question: string, people: People): string {
  const tokens = tokensOf(question)
  let written = question
  for (let i = 0; i < tokens.length; i++) {
    for (const { start } of tokens.slice(i, people.at(tokens, i)?.end ?? i))
      written = `${written.slice(0, start)}${written[start]!.toUpperCase()}${written.slice(start + 1)}`
  }
  return written
}
