import { useQuery } from '@tanstack/react-query'
import type { FairUseSettings } from '../../shared/fair-use.ts'
import { fairUseKey, fairUseOptions, saveFairUse } from './form/api.ts'
import { fairUseOf, type FairUseForm, fieldOf, formOf, problemsIn } from './fair-use-form.ts'
import { type NumberRow, NumberRows } from './NumberRows.tsx'
import { StoredCard, useStoredForm } from './form/StoredForm.tsx'
import { StoredSettings } from './form/StoredSettings.tsx'

/** Rate limits of changes and AI calls per person. */
export function FairUseSection() {
  const settings = useQuery(fairUseOptions())
  return (
    <StoredSettings
      settings={settings}
      about="Each person may send a limited number of changes and AI calls at once, and after that a limited number per second,
        so that no program or account can slow the server down for everybody. Anything beyond that is refused, with a message that says when to try again. Normal use of these pages stays far below the usual limits. Changes apply from the next call and are recorded in the audit log."
      height={320}
    >
      {(stored) => <FairUseCard settings={stored} />}
    </StoredSettings>
  )
}

const LIMITS: NumberRow<FairUseForm>[] = [
  {
    name: 'writesBurst',
    label: 'Changes at once',
    hint: 'Submitting, editing, commenting and the like; 100 to 10,000, usually 300',
  },
  { name: 'writesPerSecond', label: 'Changes per second after that', hint: '5 to 1,000, usually 20' },
  {
    name: 'aiCallsBurst',
    label: 'AI calls at once',
    hint: 'Classifications, estimates, comparisons and questions; 30 to 10,000, usually 60',
  },
  { name: 'aiCallsPerSecond', label: 'AI calls per second after that', hint: '2 to 1,000, usually 5' },
]

function FairUseCard({ settings }: { settings: FairUseSettings }) {
  const stored = useStoredForm<FairUseForm, FairUseSettings>({
    stored: settings,
    queryKey: fairUseKey,
    draftKey: 'settings.fair-use',
    formOf,
    problemsIn,
    fieldOf,
    save: (form) => saveFairUse({ ...fairUseOf(form), version: settings.version }),
    saved: 'They apply at once.',
  })
  const state = !settings.enforced && (
    <span className="status bare tone-amber">Not enforced: the server runs with RATE_LIMITS=off</span>
  )
  return (
    <StoredCard id="fair-use" title="What one person may send" state={state} of={stored}>
      <NumberRows form={stored.form} savedMeanwhile={stored.savedMeanwhile} rows={LIMITS} />
    </StoredCard>
  )
}
