import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { EstimateDays } from '../../shared/settings.ts'
import { messageOf } from '../ui/errors/words.ts'
import { toast } from '../ui/toast.ts'
import { estimateSettingsKey, estimateSettingsOptions, saveEstimateSettings } from './form/api.ts'
import { SavedWords, SaveFoot, StoredSettings } from './form/StoredSettings.tsx'
import styles from './form/settings.module.css'

const DAYS: Record<EstimateDays, { label: string; hint: string }> = {
  calendar: { label: 'Calendar days', hint: 'Every day counts; a week has seven' },
  working: { label: 'Working days', hint: 'The working days set under General count, without holidays' },
}

/** Which days the processing times are counted in. */
export function EstimateSettingsSection() {
  const settings = useQuery(estimateSettingsOptions())
  return (
    <StoredSettings
      settings={settings}
      about="Processing times are estimated from this office’s finished requests. This setting applies from the next estimate and is recorded in the audit log; stored estimates keep the days they were made with."
      height={160}
    >
      {({ estimateDays }) => <DaysForm stored={estimateDays} />}
    </StoredSettings>
  )
}

function DaysForm({ stored }: { stored: EstimateDays }) {
  const client = useQueryClient()
  const [changed, setChanged] = useState<EstimateDays | null>(null)
  const chosen = changed ?? stored
  // What is stored by now is no change.
  if (changed === stored) setChanged(null)
  const save = useMutation({
    mutationFn: saveEstimateSettings,
    onSuccess: (saved) => {
      client.setQueryData(estimateSettingsKey, saved)
      toast({ title: 'Settings saved', description: 'They apply from the next estimate.', tone: 'good' })
    },
    onError: (error) => {
      const description = messageOf(error, 'The settings were not saved. What you chose is still here.')
      toast({ title: 'Error', description, tone: 'bad' })
    },
  })
  const isDirty = chosen !== stored
  return (
    <form
      className="card"
      aria-labelledby="estimate-days"
      onSubmit={(event) => {
        event.preventDefault()
        if (isDirty && !save.isPending) save.mutate({ estimateDays: chosen })
      }}
    >
      <header className="lined">
        <h2 className="grow" id="estimate-days">
          Days counted in estimates
        </h2>
      </header>
      <div className={styles.options} role="radiogroup" aria-labelledby="estimate-days">
        {EstimateDays.options.map((days) => (
          <div key={days}>
            <label className="choice">
              <input
                type="radio"
                className="checkbox"
                name="estimateDays"
                value={days}
                checked={chosen === days}
                onChange={() => setChanged(days)}
                aria-describedby={`hint-${days}`}
              />
              {DAYS[days].label}
            </label>
            <p className="text-12 muted" id={`hint-${days}`}>
              {DAYS[days].hint}
            </p>
          </div>
        ))}
      </div>
      <SaveFoot isDirty={isDirty} isSaving={save.isPending} onDiscard={() => setChanged(null)}>
        <SavedWords isDirty={isDirty} />
      </SaveFoot>
    </form>
  )
}
