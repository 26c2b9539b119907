import { useMutation } from '@tanstack/react-query'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { get } from '../../client/api.ts'
import { messageOf } from '../../ui/errors/words.ts'
import { officeToday } from '../../ui/formats/dates.ts'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toast.ts'

/** Timeout: the PDF is queued on the server, and created while the page waits. */
const PDF_TIMEOUT_MS = 90_000

/** Downloads the request as PDF, with its documents, history and comments; the file name has its number and the date. */
export function useSavePdf() {
  return useMutation({
    // The request comes with the call: a rerender for another request replaces these functions while it is pending.
    mutationFn: ({ id }: ServiceRequest) =>
      get<Blob>(`/api/requests/${encodeURIComponent(id)}/pdf`, {
        read: (response: Response) => response.blob(),
        keep: false,
        accept: '*/*',
        timeoutMs: PDF_TIMEOUT_MS,
      }),
    retry: false,
    onSuccess: (file, { requestId }) => saveFile(file, `${requestId} ${officeToday()}.pdf`),
    onError: (error) =>
      toast({ title: 'Error', description: messageOf(error, 'The PDF could not be made.'), tone: 'bad' }),
  })
}
