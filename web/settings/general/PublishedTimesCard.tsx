import type { FieldErrors } from 'react-hook-form'
import { type GeneralSettings, PublishedTimes } from '../../../shared/general-settings.ts'
import { refresh } from '../../client/query.ts'
import { Field } from '../../ui/Field.tsx'
import { TextInput } from '../../ui/inputs.tsx'
import { GeneralCard, useGeneralForm } from './GeneralForm.tsx'

const STEPS: { name: keyof PublishedTimes; label: string }[] = [
  { name: 'review', label: 'Initial review' },
  { name: 'assessment', label: 'Technical assessment' },
  { name: 'implementation', label: 'Implementation' },
  { name: 'deployment', label: 'Testing and deployment' },
]

function problemsIn(form: PublishedTimes): FieldErrors<PublishedTimes> {
  const problems: FieldErrors<PublishedTimes> = {}
  for (const { path, message } of PublishedTimes.safeParse(form).error?.issues ?? []) {
    const step = STEPS.find(({ name }) => name === path[0])
    if (step) problems[step.name] ??= { type: 'contract', message }
  }
  return problems
}

/** The usual processing times that the assistant quotes. */
export function PublishedTimesCard({ stored }: { stored: GeneralSettings }) {
  const general = useGeneralForm<PublishedTimes>({
    stored,
    draftKey: 'settings.published-times',
    formOf: ({ publishedTimes }) => publishedTimes,
    changeOf: (publishedTimes) => ({ publishedTimes }),
    problemsIn,
    fieldOf: (path) => path.replace('publishedTimes.', ''),
    onSaved: () => void refresh('/api/ai/processing-times'),
  })
  const { register, formState } = general.form
  const { errors } = formState
  return (
    <GeneralCard
      id="published-times"
      title="Published processing times"
      intro={<p className="text-13 soft">The assistant shows these beside what it really took here.</p>}
      general={general}
    >
      {STEPS.map(({ name, label }) => (
        <Field
          key={name}
          label={label}
          error={errors[name]?.message}
          savedMeanwhile={general.savedMeanwhile[name]}
          required
        >
          <TextInput {...register(name)} autoComplete="off" />
        </Field>
      ))}
    </GeneralCard>
  )
}
