import { type ReactNode, type RefObject, useRef } from 'react'
import { type DefaultValues, type FieldErrors, type FieldValues, useForm, type UseFormReturn } from 'react-hook-form'
import type { GeneralSettings, GeneralSettingsChange } from '../../../shared/general-settings.ts'
import type { DraftState } from '../../requests/drafts/draft-state.ts'
import { useChangesDraft, useStoredValues } from '../../requests/drafts/stored-values.ts'
import { CHECKED_ON_LEAVING } from '../../ui/errors/checked-on-leaving.ts'
import { resolverOf, showRefusals, useFirstWrongFocused } from '../../ui/errors/refusals.ts'
import { FormCard } from '../form/FormCard.tsx'
import { useSaveGeneral } from './use-save-general.ts'

interface Options<Form extends FieldValues> {
  stored: GeneralSettings
  draftKey: string
  /** the part of the settings that this card edits */
  formOf: (settings: GeneralSettings) => Form
  changeOf: (form: Form) => Omit<GeneralSettingsChange, 'version'>
  problemsIn: (form: Form) => FieldErrors<Form>
  /** the form field of a rejected path, where they differ */
  fieldOf?: (path: string) => string
  onSaved?: () => void
}

interface GeneralForm<Form extends FieldValues> {
  form: UseFormReturn<Form>
  /** of fields that are being edited: what somebody else has saved */
  savedMeanwhile: Partial<Form>
  draft: DraftState
  isSaving: boolean
  element: RefObject<HTMLFormElement | null>
  heading: RefObject<HTMLHeadingElement | null>
  submit: (form: Form) => void
}

/** A card's part of the general settings: its draft, its errors, and saving on top of other cards' changes. */
export function useGeneralForm<Form extends FieldValues>(options: Options<Form>): GeneralForm<Form> {
  const { stored, draftKey, formOf, changeOf, problemsIn, fieldOf, onSaved } = options
  const element = useRef<HTMLFormElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const form = useForm<Form>({
    ...CHECKED_ON_LEAVING,
    shouldFocusError: false,
    // Complete, although the library's type asks for a partial one.
    defaultValues: formOf(stored) as DefaultValues<Form>,
    resolver: resolverOf(problemsIn),
  })
  useFirstWrongFocused(form, element)
  const savedMeanwhile = useStoredValues(form, formOf(stored))
  const draft = useChangesDraft(form, draftKey)
  const save = useSaveGeneral({
    onSaved: (saved) => {
      draft.clear()
      form.reset(formOf(saved))
      heading.current?.focus()
      onSaved?.()
    },
    onRefused: (error) => showRefusals(form, error, element.current, fieldOf),
  })
  const submit = (values: Form) => {
    if (!save.isPending) save.mutate({ ...changeOf(values), version: stored.version })
  }
  return { form, savedMeanwhile, draft, isSaving: save.isPending, element, heading, submit }
}

interface GeneralCardProps<Form extends FieldValues> {
  id: string
  title: string
  intro?: ReactNode
  isUndecided?: boolean
  general: GeneralForm<Form>
  children: ReactNode
}

/** The card around a form of `useGeneralForm`. */
export function GeneralCard<Form extends FieldValues>(props: GeneralCardProps<Form>) {
  const { id, title, intro, isUndecided, general, children } = props
  const { form, draft, isSaving, element, heading, submit } = general
  return (
    <FormCard
      id={id}
      title={title}
      intro={intro}
      draft={draft}
      isDirty={form.formState.isDirty}
      isSaving={isSaving}
      isUndecided={isUndecided}
      onSubmit={form.handleSubmit(submit)}
      element={element}
      heading={heading}
    >
      {children}
    </FormCard>
  )
}
