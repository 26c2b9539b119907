import { isBlank } from '../../shared/text-rules.ts'
import { useMutation } from '@tanstack/react-query'
import { useId, useRef, type RefObject } from 'react'
import { useForm, type UseFormReturn } from 'react-hook-form'
import type { DocumentProposal } from '../../shared/document-proposals.ts'
import { ApiError, currentIn } from '../client/api-error.ts'
import { DraftLine } from '../requests/drafts/DraftLine.tsx'
import { useFormDraft } from '../requests/drafts/drafts.ts'
import { toastDraftKept, useDismissDraftToast } from '../requests/drafts/draft-kept-toast.ts'
import { OfflineNotice } from '../ui/errors/OfflineNotice.tsx'
import { showRefusals } from '../ui/errors/refusals.ts'
import { messageOf } from '../ui/errors/words.ts'
import { ChoiceField } from '../requests/dialogs/ChoiceField.tsx'
import { DateField } from '../requests/dialogs/DateField.tsx'
import { FormDialog } from '../requests/dialogs/FormDialog.tsx'
import { DialogBody } from '../ui/Dialog.tsx'
import { Field, FormLocked, RequiredNote } from '../ui/Field.tsx'
import { TextArea, TextInput } from '../ui/inputs.tsx'
import { Note } from '../ui/Note.tsx'
import { toast } from '../ui/toast.ts'
import { PRIORITY_OPTIONS, useDepartmentOptions } from '../requests/common/options.tsx'
import { refresh } from '../client/query.ts'
import { editProposal } from './api.ts'
import { ProposalConflict } from './ProposalConflict.tsx'
import { differing, formOf, type ProposalForm, valuesOf, patchOf } from './proposal-form.ts'
import { useProposalConflict } from './use-proposal-conflict.ts'
import styles from './document-ai.module.css'

interface SavingProps {
  id: string
  form: UseFormReturn<ProposalForm>
  element: RefObject<HTMLFormElement | null>
  draft: ReturnType<typeof useFormDraft>
  onClose: () => void
  /** called when another person saved first */
  onConflict: (current: DocumentProposal) => void
}

function useSaving({ id, form, element, draft, onClose, onConflict }: SavingProps) {
  const done = () => {
    draft.clear()
    toast({ tone: 'good', title: 'Proposal changed' })
    onClose()
  }
  return useMutation({
    mutationFn: (typed: ProposalForm) => editProposal(id, patchOf(typed)),
    onSuccess: done,
    onError: (error, typed) => {
      showRefusals(form, error, element.current)
      if (error instanceof ApiError && error.status === 409) void refresh('/api/document-readings')
      const current = currentIn<DocumentProposal>(error)
      // The response to an earlier try was lost: the stored proposal already has this edit.
      if (current && differing(typed, valuesOf(current)).length === 0) return done()
      if (current?.state === 'open') return onConflict(current)
      toast({ tone: 'bad', title: 'The proposal was not changed', description: messageOf(error, error.message) })
    },
  })
}

interface EditProposalProps {
  proposal: DocumentProposal
  onClose: () => void
  onReopen: () => void
}

/** Edits a proposal before it becomes a request. Typed values are kept until they are saved or discarded. */
export function EditProposal({ proposal, onClose, onReopen }: EditProposalProps) {
  const draftKey = `proposal.${proposal.id}`
  const formId = useId()
  const element = useRef<HTMLFormElement>(null)
  const titleField = useRef<HTMLInputElement>(null)
  const form = useForm<ProposalForm>({ defaultValues: formOf(proposal) })
  const draft = useFormDraft(form, draftKey)
  useDismissDraftToast(draftKey)
  const { isDirty, errors } = form.formState
  const departments = useDepartmentOptions(proposal.department)
  const conflict = useProposalConflict(form)
  const saving = useSaving({ id: proposal.id, form, element, draft, onClose, onConflict: conflict.mergeWith })
  const base = form.getValues('base')
  const isOutdated = conflict.disputed === null && base.version !== proposal.version
  const leave = () => {
    onClose()
    if (!isDirty || saving.isPending) return
    toastDraftKept([draftKey], {
      title: 'Your changes are kept as a draft',
      description: 'The proposal itself is unchanged.',
      reopen: { label: 'Continue editing', onClick: onReopen },
    })
  }
  const { ref: titleRef, ...title } = form.register('title', {
    validate: (text) => (isBlank(text) ? 'Title is required' : undefined),
  })
  return (
    <FormDialog
      formId={formId}
      title={`Edit proposal ${proposal.position}`}
      initialFocus={titleField}
      draftLine={<DraftLine draft={draft} dirty={isDirty} />}
      onLeave={leave}
      submit={{ label: 'Save changes', busyLabel: 'Saving...', isBusy: saving.isPending }}
    >
      <DialogBody>
        <OfflineNotice />
        <form
          ref={element}
          id={formId}
          className="stack"
          noValidate
          onSubmit={(event) => {
            if (saving.isPending) return event.preventDefault()
            void form.handleSubmit((typed) => saving.mutate(typed))(event)
          }}
        >
          {isOutdated && (
            <Note tone="amber">
              This proposal has changed since you began your draft. When you save, you can choose what to keep.
            </Note>
          )}
          {conflict.disputed && <ProposalConflict theirs={base} disputed={conflict.disputed} onTake={conflict.take} />}
          <RequiredNote />
          <blockquote className={styles.quote}>
            <bdi>{proposal.passage}</bdi>
          </blockquote>
          <FormLocked value={saving.isPending}>
            <Field label="Title" error={errors.title?.message} required>
              <TextInput
                {...title}
                ref={(input) => {
                  titleRef(input)
                  titleField.current = input
                }}
              />
            </Field>
            <Field label="Description" error={errors.description?.message} required>
              <TextArea
                {...form.register('description', {
                  validate: (text) => (isBlank(text) ? 'Description is required' : undefined),
                })}
                rows={5}
              />
            </Field>
            <div className={styles.formGrid}>
              <ChoiceField form={form} name="department" label="Department" options={departments} required />
              <ChoiceField form={form} name="priority" label="Priority" options={PRIORITY_OPTIONS} required />
              <DateField form={form} name="dueDate" label="Due date" />
            </div>
          </FormLocked>
        </form>
      </DialogBody>
    </FormDialog>
  )
}
