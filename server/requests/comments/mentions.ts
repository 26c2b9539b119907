import { usernameKey } from '../../../shared/account-keys.ts'
import { MAX_MENTIONS, possibleMentions } from '../../../shared/mentions.ts'
import { LIMITS } from '../../../shared/text-rules.ts'
import { text } from '../../../shared/texts/say.ts'
import type { Reader, Tx } from '../../platform/database/db.ts'
import { fieldError } from '../../platform/errors.ts'
import { parsePermissions } from '../../people/roles/permissions.ts'
import { isVisible, visibleTo } from '../visibility.ts'
import type { Policy } from '../../settings/service.ts'
import { changeMention, findUsers, insertMention, listMentioned } from './mention-queries.ts'
import { proseIn } from './prose.ts'

/** Keys of the usernames that a comment may mention: those outside of code and addresses. */
export function mentionKeys(comment: string): string[] {
  if (!comment.includes('@')) return []
  const names = proseIn(comment, { withQuotes: true }).flatMap((text) =>
    possibleMentions(text).flatMap((mention) => mention.names),
  )
  return [...new Set(names.filter((name) => name.length <= LIMITS.username).map(usernameKey))]
}

/** A request that a comment is about. */
interface About {
  requester_id: string
  assigned_to_id: string | null
}

/**
 * Whom a comment mentions: people with an open account who can read it.
 * @throws AppError `bad-input` if there are too many
 */
export async function mentionedIn(
  reader: Reader,
  policy: Policy,
  request: About,
  { comment, isInternal }: { comment: string; isInternal: boolean },
): Promise<string[]> {
  const keys = mentionKeys(comment)
  const users = keys.length > 0 ? await findUsers(reader, { keys: JSON.stringify(keys) }) : []
  const ids = users.flatMap(({ id, permissions }) =>
    mayRead({ id, permissions: new Set(parsePermissions(permissions)) }, policy, request, isInternal) ? [id] : [],
  )
  if (ids.length <= MAX_MENTIONS) return ids
  throw fieldError(
    'bad-input',
    'comment',
    text('At most {most} people can be mentioned; this mentions {count}', { most: MAX_MENTIONS, count: ids.length }),
  )
}

function mayRead(
  person: Parameters<typeof visibleTo>[0],
  policy: Policy,
  request: About,
  isInternal: boolean,
): boolean {
  if (isInternal && !person.permissions.has('comments.internal')) return false
  return isVisible(visibleTo(person, policy), request)
}

export async function storeMentions(tx: Tx, commentId: string, people: readonly string[]): Promise<void> {
  for (const person_id of people) await insertMention(tx, { comment_id: commentId, person_id })
}

/** Stores whom an edited comment mentions; `entry` is the edit's history entry, which rings for those it added. */
export async function changeMentions(
  tx: Tx,
  commentId: string,
  people: readonly string[],
  entry: number,
): Promise<void> {
  const before = (await listMentioned(tx, { comment_id: commentId })).map(({ person_id }) => person_id)
  const removed = before.filter((id) => !people.includes(id))
  const added = people.filter((id) => !before.includes(id))
  const row = { comment_id: commentId, added_by: entry }
  for (const person_id of removed) await changeMention(tx, { ...row, person_id, is_removed: 1 })
  for (const person_id of added) await changeMention(tx, { ...row, person_id, is_removed: 0 })
}
