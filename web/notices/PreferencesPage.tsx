import { useQuery } from '@tanstack/react-query'
import { ChevronLeft } from 'lucide-react'
import { Link } from 'react-router'
import { Icon } from '../ui/Icon.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { queryClient } from '../client/query.ts'
import { StoredCard, useStoredForm } from '../settings/form/StoredForm.tsx'
import { StoredSettings } from '../settings/form/StoredSettings.tsx'
import { BUDGET, preferencesOptions, savePreferences, type StoredPreferences } from './api.ts'
import { BudgetLine } from './BudgetLine.tsx'
import { KindsTable } from './KindsTable.tsx'
import { fieldOf, formOf, type PreferencesForm, preferencesIn, problemsIn } from './preferences-form.ts'
import { WhenRows } from './WhenRows.tsx'

/** What a person wants to be notified of, where and when. */
export default function PreferencesPage() {
  // Changed from the bell and from mails, too.
  const preferences = useQuery({ ...preferencesOptions, refetchOnMount: 'always' })
  return (
    <>
      <p className="way-back">
        <Link to="/profile">
          <Icon of={ChevronLeft} size="s" />
          Profile
        </Link>
      </p>
      <PageHead title="Notifications" />
      <StoredSettings settings={preferences} height={640} about={aboutWords(preferences.data)}>
        {(stored) => <PreferencesCard stored={stored} />}
      </StoredSettings>
    </>
  )
}

function aboutWords(stored: StoredPreferences | undefined): string {
  const what =
    'You are notified of requests that you asked for, work on, commented on or watch. What you do yourself never notifies you.'
  return stored?.mail === false
    ? `${what} Your office sends no mail at the moment, so everything stays in the app.`
    : what
}

function PreferencesCard({ stored }: { stored: StoredPreferences }) {
  const of = useStoredForm<PreferencesForm, StoredPreferences>({
    stored,
    queryKey: preferencesOptions.queryKey,
    draftKey: 'notifications',
    formOf,
    problemsIn: (form) => problemsIn(preferencesIn(form, stored)),
    fieldOf,
    save: (form) => savePreferences(preferencesIn(form, stored)),
    isOwn: true,
    saved: 'They apply from the next notification.',
    onSaved: () => queryClient.invalidateQueries({ queryKey: [BUDGET] }),
  })
  return (
    <StoredCard id="notification-preferences" title="What to be notified of" of={of} hasRequired={false}>
      <KindsTable control={of.form.control} stored={stored} />
      <WhenRows form={of.form} savedMeanwhile={of.savedMeanwhile} stored={stored} />
      <BudgetLine control={of.form.control} stored={stored} />
    </StoredCard>
  )
}
