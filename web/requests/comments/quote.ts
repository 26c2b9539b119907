import type { Comment } from '../../../shared/comments.ts'
import { fullName } from '../../../shared/people.ts'

/** A comment as a Markdown quote with its author, after what was typed before. */
export function withQuote(typed: string, { user, comment }: Pick<Comment, 'user' | 'comment'>): string {
  const name = fullName(user) || 'Unknown'
  const lines = [`**${name}**:`, '', ...comment.split('\n')].map((line) => (line === '' ? '>' : `> ${line}`))
  const before = typed.trimEnd()
  return `${before === '' ? '' : `${before}\n\n`}${lines.join('\n')}\n\n`
}
