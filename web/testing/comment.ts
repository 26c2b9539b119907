import type { Comment } from '../../shared/comments.ts'

/** A comment by nobody in particular. */
export function buildComment(more: Partial<Comment> = {}): Comment {
  return {
    id: 'c1',
    comment: 'A remark',
    createdAt: '2026-03-10T09:00:00.000Z',
    user: null,
    internal: false,
    editedAt: null,
    deletedAt: null,
    version: 1,
    mentions: [],
    mayChange: false,
    ...more,
  }
}
