import { useMutation } from '@tanstack/react-query'
import { CircleAlert, Info, RefreshCw, ScanText } from 'lucide-react'
import type { UseFormReturn } from 'react-hook-form'
import type { SuggestedField } from '../../shared/ai.ts'
import { PRIORITIES } from '../../shared/request-rules.ts'
import type { Department, Priority } from '../../shared/requests.ts'
import { waitIn } from '../errors/words.ts'
import type { NewRequestForm } from '../vocabulary/new-request.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Note } from '../ui/Note.tsx'
import { toast } from '../ui/toast.ts'
import { classifyDraft, sendFeedback } from './api.ts'
import { AskedModel } from './AskedModel.tsx'
import { ClassificationWhy } from './ClassificationWhy.tsx'
import { Confidence } from './Confidence.tsx'
import { EngineNote } from './EngineLine.tsx'
import { decisionOn, FORM_FIELD, isSameText, SUGGESTED_FIELDS, type ClassifiedDraft } from './draft-classification.ts'
import { useOneAtATime } from './one-at-a-time.ts'
import { SuggestionCard } from './SuggestionCard.tsx'
import './classification.css'

const CLASSIFYING = ['classify-draft']

export interface ClassificationProps {
  form: UseFormReturn<NewRequestForm>
  /** Outlives the panel: it is still there when the tabs are changed (`useClassifiedDraft`). */
  classified: ClassifiedDraft | null
  onClassified: (next: ClassifiedDraft | null) => void
}

/** What the engine suggests for the draft, why, and how sure it is. Nothing is filled in before a person takes it. */
export default function ClassificationPanel({ form, classified, onClassified }: ClassificationProps) {
  const { begin, isBusy: classifying } = useOneAtATime(CLASSIFYING)
  const { mutate, isError } = useMutation({
    mutationKey: CLASSIFYING,
    mutationFn: classifyDraft,
    onSuccess: (suggestion, { title, description }) => {
      const now = form.getValues()
      // Submitted or thrown away meanwhile: there is nothing left that it is about.
      if (now.title === '' && now.description === '') return
      const isFilled = now.priority === ''
      if (isFilled) fill(form, 'priority', suggestion.priority)
      const taken = isFilled ? { priority: { value: suggestion.priority, before: '' } } : {}
      onClassified({ title, description, suggestion, taken })
      toast({ tone: 'good', title: 'Classification Complete' })
    },
    onError: (error) =>
      toast({
        tone: 'bad',
        title: 'Classification Failed',
        description: waitIn(error) ?? 'Failed to classify the request. Please try again.',
      }),
  })
  const classify = () => {
    const { title, description, department } = form.getValues()
    // The form's list offers nothing but departments.
    const chosen = (department || 'Unknown') as Department | 'Unknown'
    const draft = { title: title.trim(), description: description.trim(), department: chosen }
    if (draft.title !== '' && draft.description !== '') begin(() => mutate(draft))
    else
      toast({
        tone: 'bad',
        title: 'Missing Information',
        description: 'Please fill in both title and description before classifying.',
      })
  }
  const failure = isError && (
    <Note tone="red" icon={CircleAlert} title="The request was not classified">
      <p>Nothing you typed was lost. You can submit the request without a classification.</p>
    </Note>
  )
  if (classified)
    return (
      <Result
        form={form}
        classified={classified}
        onClassified={onClassified}
        failure={failure}
        again={
          <Button size="small" icon={RefreshCw} onClick={classify} busy={classifying}>
            Re-analyze Request
          </Button>
        }
      />
    )
  return (
    <>
      {failure}
      <EmptyState
        title="What kind of request is this?"
        level={3}
        actions={
          <Button icon={ScanText} onClick={classify} busy={classifying}>
            Classify This Request
          </Button>
        }
      >
        Reads the title and the description and suggests a priority, a development type and the responsible department.
        Nothing changes until you apply it.
      </EmptyState>
      <PriorityRule form={form} />
      <AskedModel />
    </>
  )
}

function fill(form: UseFormReturn<NewRequestForm>, field: 'priority' | 'department', value: string): void {
  form.setValue(field, value, { shouldDirty: true, shouldTouch: true, shouldValidate: value !== '' })
}

/** A chosen priority is never overwritten; an empty one takes the suggested value. */
function PriorityRule({ form }: Pick<ClassificationProps, 'form'>) {
  const priority = form.watch('priority')
  return (
    <p className="cls-rule text-12 muted">
      {priority === '' ? (
        'The priority in your form is empty, so the suggested one will be filled in.'
      ) : (
        <>
          Your form has {PRIORITIES[priority as Priority]} priority, which a classification never overwrites.{' '}
          <button type="button" className="linkbtn" onClick={() => fill(form, 'priority', '')}>
            Clear it
          </button>{' '}
          to use the suggested one.
        </>
      )}
    </p>
  )
}

interface ResultProps extends ClassificationProps {
  classified: ClassifiedDraft
  failure: React.ReactNode
  again: React.ReactNode
}

function Result({ form, classified, onClassified, failure, again }: ResultProps) {
  const { suggestion } = classified
  const now = form.watch()
  const inForm = (field: SuggestedField) => {
    const name = FORM_FIELD[field]
    return name ? now[name] : (classified.taken[field]?.value ?? '')
  }
  const tell = (decision: ReturnType<typeof decisionOn>) => {
    if (suggestion.suggestionId === null) return
    // What was decided is told again with the submitted request; nobody has to wait for it or hear that it failed.
    sendFeedback({ suggestionId: suggestion.suggestionId, decisions: [decision] }).catch(() => {})
  }
  const take = (...chosen: { field: SuggestedField; value: string }[]) => {
    const taken = { ...classified.taken }
    for (const { field, value } of chosen) {
      taken[field] = { value, before: inForm(field) }
      const name = FORM_FIELD[field]
      if (name) fill(form, name, value)
      tell(decisionOn(suggestion, field, value))
    }
    onClassified({ ...classified, taken })
  }
  const undo = (field: SuggestedField) => {
    const { [field]: undone, ...taken } = classified.taken
    const name = FORM_FIELD[field]
    if (name && undone) fill(form, name, undone.before)
    tell({ field, outcome: 'rejected' })
    onClassified({ ...classified, taken })
  }
  const open = SUGGESTED_FIELDS.filter(
    (field) => suggestion.fields[field].certain && inForm(field) !== suggestion[field],
  ).map((field) => ({ field, value: suggestion[field] }))

  return (
    <div className="cls">
      <div className="cls-why">
        <ClassificationWhy classified={classified} />
      </div>
      <div className="stack gap-2">
        {failure}
        <EngineNote engine={suggestion.engine} />
        {!isSameText(classified, now) && (
          <Note tone="amber" icon={Info} title="The text has changed" role="status">
            <p>This suggestion is for the earlier text.</p>
          </Note>
        )}
        <div className="cls-head">
          <Confidence value={suggestion.confidence} />
          <span className="row wrap">
            {open.length > 0 && (
              <Button size="small" onClick={() => take(...open)}>
                Use these values
              </Button>
            )}
            {again}
          </span>
        </div>
        {SUGGESTED_FIELDS.map((field) => (
          <SuggestionCard
            key={`${field} ${suggestion.suggestionId}`}
            field={field}
            suggestion={suggestion}
            inForm={inForm(field)}
            wasTaken={classified.taken[field] !== undefined && classified.taken[field].value === inForm(field)}
            onTake={(value) => take({ field, value })}
            onUndo={() => undo(field)}
          />
        ))}
      </div>
    </div>
  )
}
