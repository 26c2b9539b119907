import { type ReactNode, type RefObject, useRef } from 'react'
import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { type DefaultValues, type FieldErrors, type FieldValues, useForm, type UseFormReturn } from 'react-hook-form'
import { currentIn } from '../../client/api-error.ts'
import type { DraftState } from '../../requests/drafts/draft-state.ts'
import { useChangesDraft, useStoredValues } from '../../requests/drafts/stored-values.ts'
import { CHECKED_ON_LEAVING } from '../../ui/errors/checked-on-leaving.ts'
import { resolverOf, showRefusals } from '../../ui/errors/refusals.ts'
import { toast } from '../../ui/toast.ts'
import { FormCard } from './FormCard.tsx'
import { showRemoteChange, showNotSaved } from './save-failure.ts'

interface Options<Form extends FieldValues, Settings> {
  stored: Settings
  /** key of the settings in the query cache */
  queryKey: QueryKey
  draftKey: string
  formOf: (settings: Settings) => Form
  problemsIn: (form: Form) => FieldErrors<Form>
  /** the form field of a rejected path, where their names differ */
  fieldOf?: (path: string) => string | undefined
  save: (form: Form) => Promise<Settings>
  /** whether they are one person's own: nobody else changes them */
  isOwn?: boolean
  /** when the settings take effect, as a sentence */
  saved: string
  /** refetches what depends on the settings */
  onSaved?: () => Promise<unknown>
  /** fields that are never stored in the draft, such as keys */
  leaveOut?: readonly string[]
}

interface StoredForm<Form extends FieldValues> {
  form: UseFormReturn<Form>
  /** of fields that are being edited: what somebody else has saved */
  savedMeanwhile: Partial<Form>
  element: RefObject<HTMLFormElement | null>
  draft: DraftState
  isSaving: boolean
  submit: (form: Form) => void
}

/** The form of one group of settings: its draft, errors beside its fields, and saving. */
export function useStoredForm<Form extends FieldValues, Settings>(options: Options<Form, Settings>): StoredForm<Form> {
  const { stored, queryKey, draftKey, leaveOut = [], formOf, problemsIn, save, saved, onSaved } = options
  const { fieldOf = (path) => path, isOwn = false } = options
  const client = useQueryClient()
  const element = useRef<HTMLFormElement>(null)
  const form = useForm<Form>({
    ...CHECKED_ON_LEAVING,
    // Complete, although the library's type asks for a partial one.
    defaultValues: formOf(stored) as DefaultValues<Form>,
    resolver: resolverOf(problemsIn),
  })
  const savedMeanwhile = useStoredValues(form, formOf(stored))
  const draft = useChangesDraft(form, draftKey, { leaveOut })
  const saving = useMutation({
    mutationFn: save,
    onSuccess: (now) => {
      draft.clear()
      form.reset(formOf(now))
      client.setQueryData(queryKey, now)
      toast({ title: 'Settings saved', description: saved, tone: 'good' })
      return onSaved?.()
    },
    onError: (error) => {
      const current = currentIn<Settings>(error)
      if (current) {
        client.setQueryData(queryKey, current)
        return showRemoteChange(isOwn)
      }
      if (!showRefusals(form, error, element.current, (path) => fieldOf(path) ?? null)) showNotSaved(error)
    },
  })
  const submit = (values: Form) => {
    if (!saving.isPending) saving.mutate(values)
  }
  return { form, savedMeanwhile, element, draft, isSaving: saving.isPending, submit }
}

interface StoredCardProps<Form extends FieldValues> {
  id: string
  title: string
  /** beside the title */
  state?: ReactNode
  of: StoredForm<Form>
  hasRequired?: boolean
  children: ReactNode
}

/** The card around a form of `useStoredForm`. */
export function StoredCard<Form extends FieldValues>({ of, children, ...card }: StoredCardProps<Form>) {
  const { form, element, draft, isSaving, submit } = of
  return (
    <FormCard
      {...card}
      draft={draft}
      isDirty={form.formState.isDirty}
      isSaving={isSaving}
      onSubmit={form.handleSubmit(submit)}
      element={element}
    >
      {children}
    </FormCard>
  )
}
