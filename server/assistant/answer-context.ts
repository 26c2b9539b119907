import type { AssistantQuery, QueryFilter, Reading } from '../../shared/assistant/query.ts'
import type { NameOf } from '../../shared/assistant/words.ts'
import type { Departments } from '../../shared/departments.ts'
import { dateIn } from '../../shared/dates.ts'
import type { Actor } from '../platform/actor.ts'
import { visibleTo } from '../requests/visibility.ts'
import type { Topic } from './answers/query-context.ts'
import type { Deps } from './deps.ts'
import { Figures } from './figures/figures.ts'
import { listPeople, peopleNamed } from './queries.ts'
import { People } from './reading/people.ts'

/** People who can be asked for by name. */
const MAX_PEOPLE = 2000

/** The context of an answer besides the question. */
export interface AnswerContext {
  deps: Deps
  actor: Actor
  isManager: boolean
  today: string
  timeZone: string
  departments: Departments
  figures: Figures
  people: People
  topic: Topic
  /** the whole message, where it asks one thing */
  question?: string | undefined
}

export async function buildAnswerContext(deps: Deps, actor: Actor, topic: Topic): Promise<AnswerContext> {
  const policy = await deps.settings.policy()
  const { timeZone, departments } = policy
  const now = deps.clock()
  const today = dateIn(timeZone, now)
  const scope = visibleTo(actor, policy)
  // Askers who see only their own requests must not learn other people's names from answers.
  const known = scope === null ? await listPeople(deps.db.read, MAX_PEOPLE) : []
  return {
    deps,
    actor,
    isManager: actor.permissions.has('dashboard.view'),
    today,
    timeZone,
    departments,
    figures: new Figures(deps.db, { id: actor.id, scope, today, timeZone }, now),
    people: new People(known, (word) => deps.vocabulary.isGrammarWord(word)),
    topic,
  }
}

/** The people in queries, and functions for their names: the asker is "me" in questions and "you" in answers. */
export async function namesIn(
  { deps, departments }: Pick<AnswerContext, 'deps' | 'departments'>,
  queries: readonly AssistantQuery[],
): Promise<{ people: Reading['people']; inQuestions: NameOf; inAnswers: NameOf }> {
  const ids = new Set(queries.flatMap(({ filter, of = {}, compare = [] }) => [filter, of, ...compare].flatMap(idsIn)))
  const rows = await peopleNamed(
    deps.db.read,
    [...ids].filter((id) => id !== 'me' && id !== 'unassigned'),
  )
  const people = rows.map(({ id, first_name, last_name }) => ({ id, name: `${first_name} ${last_name}`.trim() }))
  const names = new Map(people.map(({ id, name }) => [id, name]))
  const nameOf =
    (me: string): NameOf =>
    (id, of) => {
      if (of === 'department') return departments.nameOf(id)
      return id === 'me' ? me : (names.get(id) ?? 'somebody else')
    }
  return { people, inQuestions: nameOf('me'), inAnswers: nameOf('you') }
}

function idsIn({ assignee = [], notAssignee = [], requester = [], notRequester = [] }: QueryFilter): string[] {
  return [...assignee, ...notAssignee, ...requester, ...notRequester]
}
