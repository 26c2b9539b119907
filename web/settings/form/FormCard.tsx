import type { FormEvent, ReactNode, Ref } from 'react'
import { DraftHint } from '../../requests/drafts/DraftHint.tsx'
import type { DraftState } from '../../requests/drafts/draft-state.ts'
import { RequiredNote } from '../../ui/Field.tsx'
import styles from './settings.module.css'
import { SavedWords, SaveFoot } from './StoredSettings.tsx'

interface FormCardProps {
  id: string
  title: string
  /** beside the title */
  state?: ReactNode
  /** before the fields */
  intro?: ReactNode
  draft: DraftState
  isDirty: boolean
  isSaving: boolean
  /** These settings have never been decided: they can be confirmed as they are. */
  isUndecided?: boolean
  onSubmit: (event: FormEvent) => Promise<void>
  element?: Ref<HTMLFormElement>
  heading?: Ref<HTMLHeadingElement>
  /** whether some of its fields are marked as required */
  hasRequired?: boolean
  children: ReactNode
}

/** A form of settings as a card: title, fields, saved state and saving. */
export function FormCard(props: FormCardProps) {
  const { id, title, state, intro, draft, isDirty, isSaving, isUndecided, onSubmit, element, heading } = props
  const { hasRequired = true, children } = props
  return (
    <form ref={element} className="card" noValidate aria-labelledby={id} onSubmit={(event) => void onSubmit(event)}>
      <header className="lined">
        <h2 className="grow" id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {state}
      </header>
      <div className={styles.rows}>
        {intro}
        {hasRequired && <RequiredNote />}
        {children}
      </div>
      <SaveFoot isDirty={isDirty} isSaving={isSaving} onDiscard={draft.discard} isUndecided={isUndecided}>
        <SavedWords isDirty={isDirty} isUndecided={isUndecided} />
        <DraftHint draft={draft} />
      </SaveFoot>
    </form>
  )
}
