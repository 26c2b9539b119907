import { useMutation } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { ExportFormat } from '../../../shared/exports/exports.ts'
import { refresh } from '../../client/query.ts'
import { messageOf } from '../../ui/errors/words.ts'
import { toast } from '../../ui/toast.ts'
import { EXPORTS, exportList, type WantedList } from './exports-api.ts'

/** Starts an export of all rows of a list; a toast leads to the page with the file. */
export function useListExport() {
  const navigate = useNavigate()
  return useMutation({
    mutationFn: ({ format, ...list }: WantedList & { format: ExportFormat }, context) =>
      exportList(list, format, context),
    onSuccess: () =>
      toast({
        title: 'Export started',
        description: 'All rows are being written to a file. You will find it among your exports.',
        tone: 'good',
        links: [{ label: 'See your exports', onClick: () => void navigate('/reports') }],
      }),
    onError: (error) =>
      toast({ title: 'Error', description: messageOf(error, 'The export was not started.'), tone: 'bad' }),
    onSettled: () => refresh(EXPORTS),
  })
}
