import type { CompiledQuery } from 'kysely'
import type { Db, Reader } from '../platform/database/db.ts'
import { parsePermissions } from '../people/roles/permissions.ts'
import type { Policy } from '../settings/service.ts'
import {
  type Change,
  type CommentFacts,
  type Facts,
  type HistoryRow,
  peopleConcerned,
  type Recipient,
} from './facts.ts'
import {
  choicesQuery,
  commentersQuery,
  commentsQuery,
  mentionsQuery,
  movesQuery,
  recipientsQuery,
  requestsQuery,
  reviewersQuery,
  rolesQuery,
} from './fact-queries.ts'
import { asksQuestion } from './question.ts'

/** Where facts are read: beside the writer, or in a worker for many changes at once. */
export interface FactSource {
  db: Reader
  run<R>(query: CompiledQuery<R>): Promise<R[]>
}

export function directly(db: Reader): FactSource {
  return { db, run: async (query) => (await db.executeQuery(query)).rows }
}

/** In a worker, for many changes at once. */
export function inWorker(db: Db): FactSource {
  return { db: db.read, run: (query) => db.readInWorker(query, 'search') }
}

interface Loaded {
  /** undefined for a request that no longer exists */
  factsOf(change: Change): Facts | undefined
  people: ReadonlyMap<string, Recipient>
}

/** Reads what decides who is notified of these changes, with one query for each kind of fact. */
export async function loadFacts(source: FactSource, policy: Policy, changes: readonly Change[]): Promise<Loaded> {
  const { db, run } = source
  const numbers = [...new Set(changes.map(({ number }) => number))]
  if (numbers.length === 0) return { factsOf: () => undefined, people: new Map() }
  const requests = await run(requestsQuery(db, numbers).compile())
  const moves = Map.groupBy(await run(movesQuery(db, numbers).compile()), (row) => row.request_number)
  const commenters = Map.groupBy(await run(commentersQuery(db, numbers).compile()), (row) => row.request_number)
  const choices = Map.groupBy(await run(choicesQuery(db, numbers).compile()), (row) => row.request_number)
  const comments = await commentsIn(source, changes)
  const reviewers = await reviewersIn(source, policy)
  const byNumber = new Map(requests.map((row) => [row.number, row]))

  const factsOf = (change: Change): Facts | undefined => {
    const request = byNumber.get(change.number)
    if (!request) return undefined
    const last = change.entries.at(-1)!.id
    const own = moves.get(change.number) ?? []
    const department = valueAfter(own, 'department', last) ?? request.department
    return {
      requesterId: request.requester_id,
      assigneeId: valueAfter(own, 'assignedTo', last, request.assigned_to_id),
      department,
      commenters: new Set(
        (commenters.get(change.number) ?? []).flatMap((row) => (row.first_at < change.at ? [row.author_id] : [])),
      ),
      choices: choicesBefore(choices.get(change.number) ?? [], own, change),
      comment: comments.get(change.entries[0]!.id) ?? null,
      reviewers: change.entries[0]!.action === 'created' ? (reviewers.get(department) ?? []) : [],
    }
  }
  const concerned = new Set(changes.flatMap((change) => concernedBy(factsOf(change))))
  return { factsOf, people: await recipients(source, policy, [...concerned]) }
}

function concernedBy(facts: Facts | undefined): string[] {
  return facts ? [...peopleConcerned(facts)] : []
}

type Move = { id: number; field: string | null; old_value: string | null; new_value: string | null }

/** The value of a field after an entry: what the next change replaced, or the present one. */
function valueAfter(
  moves: readonly Move[],
  field: string,
  entry: number,
  present: string | null = null,
): string | null {
  const next = moves.find((move) => move.field === field && move.id > entry)
  return next ? next.old_value : present
}

type Choice = { person_id: string; after_id: number; watches: number }

/** A choice ends when the person is assigned to the request anew. */
function choicesBefore(choices: readonly Choice[], moves: readonly Move[], { entries }: Change): Map<string, boolean> {
  const [first, last] = [entries[0]!.id, entries.at(-1)!.id]
  const made = choices.filter((choice) => choice.after_id < first)
  const newest = new Map(made.map((choice) => [choice.person_id, choice]))
  const isEnded = ({ person_id, after_id, watches }: Choice) =>
    watches === 0 &&
    moves.some(
      ({ field, new_value, id }) => field === 'assignedTo' && new_value === person_id && id > after_id && id <= last,
    )
  return new Map(
    [...newest.values()].filter((one) => !isEnded(one)).map(({ person_id, watches }) => [person_id, watches === 1]),
  )
}

/** By the id of the history entry. */
async function commentsIn({ db, run }: FactSource, changes: readonly Change[]): Promise<Map<number, CommentFacts>> {
  const entries = changes.flatMap(({ entries: [first] }) => (first && isAboutComment(first) ? [first.id] : []))
  if (entries.length === 0) return new Map()
  const rows = await run(commentsQuery(db, entries).compile())
  const ids = rows.map(({ id }) => id)
  const mentions = Map.groupBy(
    ids.length > 0 ? await run(mentionsQuery(db, ids).compile()) : [],
    ({ comment_id }) => comment_id,
  )
  return new Map(
    rows.map(({ entry_id, action, id, author_id, comment, is_internal }) => {
      const isNew = action === 'commented'
      const added = (mentions.get(id) ?? []).filter(({ added_by }) => added_by === (isNew ? null : entry_id))
      const mentioned = added.filter((mention) => mention.is_removed === 0).map(({ person_id }) => person_id)
      // Only a new comment that named nobody asks the requester or the assignee.
      const asksSomebody = mentioned.length > 0 || (isNew && added.length === 0)
      const facts = {
        id,
        authorId: author_id,
        mentions: mentioned,
        isQuestion: asksSomebody && asksQuestion(comment),
        isInternal: is_internal === 1,
      }
      return [entry_id, facts]
    }),
  )
}

function isAboutComment({ action }: Pick<HistoryRow, 'action'>): boolean {
  return action === 'commented' || action === 'comment-edited'
}

/** Who reviews the requests of each department: those of its people who may edit requests. */
async function reviewersIn({ db, run }: FactSource, { departments }: Policy): Promise<Map<string, string[]>> {
  const roles = (await run(rolesQuery(db).compile()))
    .filter(({ permissions }) => parsePermissions(permissions).includes('requests.edit'))
    .map(({ id }) => id)
  if (roles.length === 0 || departments.all.length === 0) return new Map()
  const keys = new Map(departments.all.map(({ key, name }) => [name, key]))
  const people = await run(reviewersQuery(db, roles, [...keys.keys()]).compile())
  const groups = Map.groupBy(people, ({ department }) => keys.get(department!)!)
  return new Map([...groups].map(([key, group]) => [key, group.map(({ id }) => id)]))
}

async function recipients(
  { db, run }: FactSource,
  { visibility }: Policy,
  ids: readonly string[],
): Promise<Map<string, Recipient>> {
  if (ids.length === 0) return new Map()
  const rows = await run(recipientsQuery(db, ids).compile())
  return new Map(
    rows.map(({ id, permissions }) => {
      const held = parsePermissions(permissions)
      const seesAll = visibility === 'all' || held.includes('requests.viewAll')
      return [id, { seesAll, readsInternal: held.includes('comments.internal') }]
    }),
  )
}
