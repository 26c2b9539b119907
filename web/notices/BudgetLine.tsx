import { useQuery } from '@tanstack/react-query'
import { type Control, useWatch } from 'react-hook-form'
import { NoticePreferences } from '../../shared/notices.ts'
import { count } from '../ui/count.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import { budgetOptions } from './api.ts'
import { type PreferencesForm, preferencesIn } from './preferences-form.ts'
import styles from './preferences.module.css'

const PAUSE_MS = 300

/** How many notices these settings would have brought, computed from what really happened last week. */
export function BudgetLine({ control }: { control: Control<PreferencesForm> }) {
  // Safe: every field has its default value.
  const form = useWatch({ control }) as PreferencesForm
  const { text } = useDebounced({ text: JSON.stringify(preferencesIn(form)) }, PAUSE_MS)
  const typed = NoticePreferences.safeParse(JSON.parse(text))
  const isSettled = JSON.stringify(preferencesIn(form)) === text
  const budget = useQuery({
    ...budgetOptions(typed.success ? typed.data : (JSON.parse(text) as NoticePreferences)),
    enabled: typed.success,
  })
  if (!typed.success || (budget.isError && !budget.isFetching))
    return <p className={styles.budget}>{typed.success ? 'Last week’s notifications could not be counted.' : ''}</p>
  const words = isSettled && budget.data ? budgetWords(budget.data.now, budget.data.then) : undefined
  return (
    <p className={styles.budget} role="status">
      {words ?? <span className="muted">Counting last week’s notifications…</span>}
    </p>
  )
}

export function budgetWords(now: number, wanted: number): string {
  const notices = `${count(wanted)} ${wanted === 1 ? 'notification' : 'notifications'}`
  if (now === wanted) return `With these settings you would have had ${notices} last week, as many as now.`
  return `With these settings you would have had ${notices} last week instead of ${count(now)}.`
}
