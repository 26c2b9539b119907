import { oneLine, shownText } from '../../../shared/text-rules.ts'
import { useMutation } from '@tanstack/react-query'
import { CircleAlert, RefreshCw, ScanText } from 'lucide-react'
import type { UseFormReturn } from 'react-hook-form'
import { PRIORITIES } from '../../../shared/request-rules.ts'
import type { Priority } from '../../../shared/requests.ts'
import { rateLimitMessage } from '../../ui/errors/words.ts'
import type { NewRequestForm } from '../../requests/common/new-request.ts'
import { useActor } from '../../people/common/use-actor.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Note } from '../../ui/Note.tsx'
import { toast } from '../../ui/toast.ts'
import { classifyDraft } from './api.ts'
import { LanguageModelNotice } from './LanguageModelNotice.tsx'
import { ClassificationResult } from './ClassificationResult.tsx'
import { fillForm, type ClassifiedDraft } from './draft-classification.ts'
import { useOneAtATime } from './one-at-a-time.ts'
import styles from './classification.module.css'

const CLASSIFYING = ['classify-draft']

export interface ClassificationProps {
  form: UseFormReturn<NewRequestForm>
  /** Outlives the panel, so that it survives a change of tabs (`useClassifiedDraft`). */
  classified: ClassifiedDraft | null
  onClassified: (next: ClassifiedDraft | null) => void
}

/** Classifies the draft, one run at a time. Only an empty priority is filled in without a decision. */
function useClassification({ form, onClassified }: Pick<ClassificationProps, 'form' | 'onClassified'>) {
  const { begin, isBusy: isClassifying } = useOneAtATime(CLASSIFYING)
  const { mutate, isError } = useMutation({
    mutationKey: CLASSIFYING,
    mutationFn: classifyDraft,
    onSuccess: (suggestion, { title, description }) => {
      const now = form.getValues()
      // The draft was submitted or discarded meanwhile.
      if (now.title === '' && now.description === '') return
      const isFilled = now.priority === ''
      if (isFilled) fillForm(form, 'priority', suggestion.priority)
      const taken = isFilled ? { priority: { value: suggestion.priority, before: '', isAutomatic: true } } : {}
      onClassified({ title, description, suggestion, taken })
      toast({ tone: 'good', title: 'Classification Complete' })
    },
    onError: (error) =>
      toast({
        tone: 'bad',
        title: 'Classification Failed',
        description: rateLimitMessage(error) ?? 'Failed to classify the request. Please try again.',
      }),
  })
  const classify = () => {
    const { title, description, department } = form.getValues()
    const draft = { title: oneLine(title), description: shownText(description), department: department || 'Unknown' }
    if (draft.title !== '' && draft.description !== '') begin(() => mutate(draft))
    else
      toast({
        tone: 'bad',
        title: 'Missing Information',
        description: 'Please fill in both title and description before classifying.',
      })
  }
  return { classify, isClassifying, isError }
}

/** What the engine suggests for the draft, why, and how sure it is. */
export default function ClassificationPanel({ form, classified, onClassified }: ClassificationProps) {
  const may = useActor().permissions.has('ai.classify')
  const { classify, isClassifying, isError } = useClassification({ form, onClassified })
  const failure = isError && (
    <Note tone="red" icon={CircleAlert} title="The request was not classified">
      <p>Nothing you typed was lost. You can submit the request without a classification.</p>
    </Note>
  )
  if (classified)
    return (
      <ClassificationResult
        form={form}
        classified={classified}
        onClassified={onClassified}
        failure={failure}
        again={
          may && (
            <Button size="small" icon={RefreshCw} onClick={classify} busy={isClassifying}>
              Re-analyze Request
            </Button>
          )
        }
      />
    )
  if (!may)
    return (
      <EmptyState title="Your role cannot have requests classified" level={3}>
        You can submit the request without a classification.
      </EmptyState>
    )
  return (
    <>
      {failure}
      <EmptyState
        title="What kind of request is this?"
        level={3}
        actions={
          <Button icon={ScanText} onClick={classify} busy={isClassifying}>
            Classify This Request
          </Button>
        }
      >
        Reads the title and the description and suggests a priority, a development type and the responsible department.
        Nothing changes until you apply it.
      </EmptyState>
      <PriorityRule form={form} />
      <LanguageModelNotice className={styles.reader} />
    </>
  )
}

/** A chosen priority is never overwritten; an empty one takes the suggested value. */
function PriorityRule({ form }: Pick<ClassificationProps, 'form'>) {
  const priority = form.watch('priority')
  return (
    <p className={`text-12 muted ${styles.rule}`}>
      {priority === '' ? (
        'The priority in your form is empty, so the suggested one will be filled in.'
      ) : (
        <>
          Your form has {PRIORITIES[priority as Priority]} priority, which a classification never overwrites.{' '}
          <button type="button" className="link-button" onClick={() => fillForm(form, 'priority', '')}>
            Clear it
          </button>{' '}
          to use the suggested one.
        </>
      )}
    </p>
  )
}
