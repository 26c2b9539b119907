import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { NewRequestForm } from '../../requests/common/new-request.ts'
import { isSameText, type ClassifiedDraft } from './draft-classification.ts'

const CLASSIFIED_DRAFT = ['classified-draft']

/**
 * The draft that was classified last, with a setter. It outlives the dialog as the typed text does: an answer that arrives
 * after the dialog was closed is shown when the same text is opened again.
 */
export function useClassifiedDraft(
  form: UseFormReturn<NewRequestForm>,
): [ClassifiedDraft | null, (next: ClassifiedDraft | null) => void] {
  const client = useQueryClient()
  const { data } = useQuery<ClassifiedDraft | null>({ queryKey: CLASSIFIED_DRAFT, queryFn: skipToken })
  const keep = useCallback((next: ClassifiedDraft | null) => void client.setQueryData(CLASSIFIED_DRAFT, next), [client])
  useEffect(() => {
    const cached = client.getQueryData<ClassifiedDraft | null>(CLASSIFIED_DRAFT)
    if (cached && !isSameText(cached, form.getValues())) keep(null)
  }, [client, form, keep])
  return [data ?? null, keep]
}
