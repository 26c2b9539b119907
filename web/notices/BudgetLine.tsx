import { useQuery } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'
import { count } from '../ui/count.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import { budgetOptions, type StoredPreferences } from './api.ts'
import { type PreferencesForm, preferencesIn, problemsIn } from './preferences-form.ts'
import styles from './preferences.module.css'

const PAUSE_MS = 300

/** How many notices these settings would have brought, computed from what really happened last week. */
export function BudgetLine({ control, stored }: { control: Control<PreferencesForm>; stored: StoredPreferences }) {
  // Safe: every field has its default value.
  const form = useWatch({ control }) as PreferencesForm
  const typed = JSON.stringify(preferencesIn(form, stored))
  const { text } = useDebounced({ text: typed }, PAUSE_MS)
  const isSettled = typed === text
  const preferences = JSON.parse(text) as StoredPreferences
  const isValid = Object.keys(problemsIn(preferences)).length === 0
  const budget = useQuery({ ...budgetOptions(preferences), enabled: isValid })
  if (!isValid || (budget.isError && !budget.isFetching))
    return <p className={styles.budget}>{isValid ? 'Last week’s notifications could not be counted.' : ''}</p>
  const words = isSettled && budget.data ? budgetWords(budget.data.now, budget.data.then) : undefined
  return (
    <p className={styles.budget} role="status">
      {words ?? <span className="muted">Counting last week’s notifications…</span>}
    </p>
  )
}

export function budgetWords(now: number, planned: number): string {
  const notices = `${count(planned)} ${planned === 1 ? 'notification' : 'notifications'}`
  if (now === planned) return `With these settings you would have had ${notices} last week, as many as now.`
  return `With these settings you would have had ${notices} last week instead of ${count(now)}.`
}
