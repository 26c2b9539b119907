import type { Db } from '../platform/database/db.ts'
import { recordComment } from '../requests/history/service.ts'
import { addCommentToSearch } from '../requests/search/comments.ts'

interface BuiltComment {
  id: string
  requestNumber: number
  authorId: string
  comment?: string
  isInternal?: boolean
}

const AT = '2026-03-10T08:00:00.000Z'

/** Stores a comment with its history entry and index row. @returns its id */
export async function buildComment(db: Db, comment: BuiltComment): Promise<string> {
  const { id, requestNumber: request_number, authorId, isInternal = false } = comment
  await db.write(async (tx) => {
    const text = comment.comment ?? 'A remark'
    const row = { id, request_number, author_id: authorId, created_at: AT, comment: text }
    await tx
      .insertInto('comments')
      .values({ ...row, is_internal: isInternal ? 1 : 0 })
      .execute()
    await addCommentToSearch(tx, { id, requestNumber: request_number, comment: text, isInternal })
    await recordComment(tx, { request_number, at: AT, actor_id: authorId, version: 1 }, 'commented', id)
  })
  return id
}
