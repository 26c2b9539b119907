import { toast } from '../../ui/toast.ts'
import { COMMENT_PARAM } from '../common/use-open-request.ts'

/** Copies the address of a comment; if the browser refuses, shows it for copying by hand. */
export async function copyCommentLink(requestId: string, commentId: string): Promise<void> {
  const query = new URLSearchParams({ tab: 'comments', [COMMENT_PARAM]: commentId })
  const link = new URL(`/requests/${encodeURIComponent(requestId)}?${query.toString()}`, window.location.origin).href
  try {
    await navigator.clipboard.writeText(link)
    toast({ tone: 'good', title: 'Link copied', description: link })
  } catch {
    toast({ title: 'The link could not be copied', description: link })
  }
}
