import { useSearchParams } from 'react-router'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { useReadNotices } from '../../notices/use-read-notices.ts'
import { useRequestClassificationCheck } from '../common/classifying.ts'
import { useCancel } from '../common/use-cancel.ts'
import { useCommentFocus } from '../common/use-comment-focus.ts'
import { readTab, useOpenRequest } from '../common/use-open-request.ts'

/** State of the open details of a request: the shown tab, and the actions. */
export function useDetails(request: ServiceRequest) {
  useRequestClassificationCheck(request)
  useReadNotices(request)
  const [params] = useSearchParams()
  const { edit, showTab } = useOpenRequest()
  const { cancel, cancelling, cancelled } = useCancel()
  const tab = readTab(params)
  const [commentFocus, comment] = useCommentFocus(tab, showTab)
  return { tabs: { tab, onTab: showTab, commentFocus }, edit, comment, cancel, cancelling, cancelled }
}
export type Details = ReturnType<typeof useDetails>
