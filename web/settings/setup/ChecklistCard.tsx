import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Circle } from 'lucide-react'
import { useRef, type MouseEvent } from 'react'
import { Link } from 'react-router'
import type { ChecklistStep } from '../../../shared/checklist.ts'
import { say } from '../../../shared/texts/say.ts'
import { del } from '../../client/api.ts'
import { messageOf } from '../../ui/errors/words.ts'
import { Button } from '../../ui/Button.tsx'
import { useFocusFallback } from '../../ui/focus-fallback.ts'
import { Icon } from '../../ui/Icon.tsx'
import { toast } from '../../ui/toast.ts'
import { CHECKLIST, checklistOptions } from './checklist.ts'

const STEPS: { step: ChecklistStep; path: string; label: string }[] = [
  {
    step: 'general',
    path: '/settings/general',
    label: 'Name the office, and set its time zone, working days and departments',
  },
  { step: 'security', path: '/settings/security', label: 'Decide on the security policy' },
  { step: 'people', path: '/team/add-user', label: 'Invite people' },
]

/** Whether the card has anything to show; false until the checklist is loaded. */
export function useIsChecklistShown(): boolean {
  return useQuery({ ...checklistOptions(), enabled: false }).data?.isShown ?? false
}

/** The remaining set-up steps of a new office, for administrators. Shown until all are done or it is dismissed. */
export function ChecklistCard() {
  const cache = useQueryClient()
  const { data } = useQuery(checklistOptions())
  const { mutate, isPending } = useMutation({
    mutationFn: () => del(CHECKLIST),
    onSuccess: () => cache.setQueryData(checklistOptions().queryKey, { isShown: false, done: [] }),
    onError: (error) =>
      toast({
        title: say('Error'),
        description: messageOf(error, say('The checklist was not dismissed.')),
        tone: 'bad',
      }),
  })
  const page = useRef<HTMLElement>(null)
  const keepFocus = useFocusFallback(page, 'h1', data?.isShown)
  const dismiss = ({ currentTarget }: MouseEvent) => {
    page.current = currentTarget.closest('main')
    keepFocus()
    mutate()
  }
  if (!data?.isShown) return null
  return (
    <section className="card" aria-labelledby="checklist">
      <header className="lined">
        <h2 className="grow" id="checklist">
          {say('Set up this office')}
        </h2>
        <Button size="small" look="quiet" busy={isPending} busyLabel={say('Dismissing...')} onClick={dismiss}>
          {say('Dismiss')}
        </Button>
      </header>
      <ul className="padded stack">
        {STEPS.map(({ step, path, label }) => {
          const isDone = data.done.includes(step)
          return (
            <li key={step} className="row">
              <Icon of={isDone ? Check : Circle} label={isDone ? say('Done') : say('To do')} />
              {isDone ? <span className="muted">{label}</span> : <Link to={path}>{label}</Link>}
            </li>
          )
        })}
      </ul>
      <p className="padded text-13 soft">{say('Mail and backups are optional; both are set up under Settings.')}</p>
    </section>
  )
}
