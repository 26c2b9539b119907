import { useQuery } from '@tanstack/react-query'
import { finishInWords } from '../../../shared/outlook-words.ts'
import { isOpen } from '../../../shared/request-rules.ts'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { officeToday, unbrokenDates } from '../../ui/formats/dates.ts'
import { outlookOptions } from '../../requests/common/api.ts'

/** When an open request is likely finished, as under "Where it stands"; nothing for a closed one, or while it is not known. */
export function LikelyEnd({ request, level }: { request: ServiceRequest; level: 2 | 3 }) {
  const Heading = level === 2 ? 'h3' : 'h4'
  const query = useQuery({ ...outlookOptions(request.id), enabled: isOpen(request.status) })
  if (!isOpen(request.status) || query.data?.kind !== 'open') return null
  return (
    <div className="stack gap-1">
      <Heading className="text-13 semibold">Likely day of completion</Heading>
      <p className="text-13 medium">{unbrokenDates(finishInWords(query.data, officeToday()))}</p>
    </div>
  )
}
