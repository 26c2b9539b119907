import { useMutation, useQuery } from '@tanstack/react-query'
import { ScanText } from 'lucide-react'
import { useState } from 'react'
import type { BatchCall } from '../../../shared/ai-batches.ts'
import { PRIORITIES, type Priority, type Status, OPEN_STATUSES, STATUSES } from '../../../shared/request-rules.ts'
import { useDataOrPrevious } from '../../client/own-data.ts'
import { Button } from '../../ui/Button.tsx'
import { count } from '../../ui/count.ts'
import { ErrorNote } from '../../ui/errors/ErrorNote.tsx'
import { Field } from '../../ui/Field.tsx'
import { Checkbox } from '../../ui/inputs.tsx'
import { Select } from '../../ui/Select.tsx'
import { matchingOptions, startBatch } from './api.ts'
import { useOneAtATime } from '../suggestions/one-at-a-time.ts'
import { useDepartmentOptions } from '../../requests/common/options.tsx'
import styles from './batch.module.css'
import { classes } from '../../ui/classes.ts'

const STARTING = ['start-batch']
const ANY = 'any'
const STATUS_CHOICES = {
  open: { label: 'Open requests', status: [...OPEN_STATUSES] },
  ...Object.fromEntries(OPEN_STATUSES.map((status) => [status, { label: STATUSES[status], status: [status] }])),
} satisfies Record<string, { label: string; status: readonly Status[] }>
const options = (any: string, words: Record<string, string>) => [
  { value: ANY, label: any },
  ...Object.entries(words).map(([value, label]) => ({ value, label })),
]

interface FilterValues {
  status: string
  department: string
  priority: string
  overdue: boolean
}

function filterOf({ status, department, priority, overdue }: FilterValues): NonNullable<BatchCall['filter']> {
  return {
    // The overdue filter implies open.
    ...(overdue ? { overdue: 'true' } : { status: [...STATUS_CHOICES[status as 'open'].status] }),
    ...(department === ANY ? {} : { department: [department] }),
    ...(priority === ANY ? {} : { priority: [priority as Priority] }),
  }
}

interface BatchStartProps {
  /** called when the button is pressed */
  onStart: () => void
  onStarted: () => void
  onCancel?: () => void
}

/** Chooses a part of the backlog and starts its analysis. */
export function BatchStart({ onStart, onStarted, onCancel }: BatchStartProps) {
  const [view, setView] = useState<FilterValues>({ status: 'open', department: ANY, priority: ANY, overdue: false })
  const [withTime, setWithTime] = useState(true)
  const filter = filterOf(view)
  const matching = useDataOrPrevious(useQuery(matchingOptions(filter))).shown?.total
  const { begin, isBusy } = useOneAtATime(STARTING)
  const { mutate, error } = useMutation({
    mutationKey: STARTING,
    mutationFn: (call: BatchCall, attempt) => startBatch(call, attempt),
    onSuccess: onStarted,
  })
  const choose = (part: Partial<FilterValues>) => setView({ ...view, ...part })
  return (
    <section className="card padded stack" aria-labelledby="batch-start">
      <div>
        <h2 className="h-14" id="batch-start" tabIndex={-1}>
          Analyze the backlog
        </h2>
        <p className="text-13 soft measure">
          Priority, department and type are suggested for each request, by the local engine on this server. Nothing
          changes until you accept it.
        </p>
      </div>
      <FilterFields view={view} onChoose={choose} />
      <div className={classes('row wrap', styles.choices)}>
        <Checkbox checked={view.overdue} onChange={(event) => choose({ overdue: event.target.checked })}>
          Only overdue requests
        </Checkbox>
        <Checkbox checked={withTime} onChange={(event) => setWithTime(event.target.checked)}>
          Estimate the processing time too
        </Checkbox>
      </div>
      {error && <ErrorNote title="The analysis could not be started" error={error} />}
      <div className="row wrap">
        <Button
          look="primary"
          icon={ScanText}
          disabled={matching === 0}
          busy={isBusy}
          onClick={() => {
            onStart()
            begin(() => mutate({ filter, kinds: withTime ? ['classification', 'time'] : ['classification'] }))
          }}
        >
          {matching === undefined ? 'Run AI Analysis' : `Analyze ${countOf(matching)}`}
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        {matching === 0 && <span className="text-12 muted">No requests match.</span>}
      </div>
    </section>
  )
}

interface FilterFieldsProps {
  view: FilterValues
  onChoose: (part: Partial<FilterValues>) => void
}

function FilterFields({ view, onChoose }: FilterFieldsProps) {
  const departments = useDepartmentOptions()
  return (
    <div className={styles.view}>
      <Field label="Status">
        <Select
          options={Object.entries(STATUS_CHOICES).map(([value, { label }]) => ({ value, label }))}
          value={view.status}
          onValueChange={(status) => onChoose({ status })}
          disabled={view.overdue}
        />
      </Field>
      <Field label="Department">
        <Select
          options={[{ value: ANY, label: 'All departments' }, ...departments]}
          value={view.department}
          onValueChange={(department) => onChoose({ department })}
        />
      </Field>
      <Field label="Priority">
        <Select
          options={options('All priorities', PRIORITIES)}
          value={view.priority}
          onValueChange={(priority) => onChoose({ priority })}
        />
      </Field>
    </div>
  )
}

export function countOf(requests: number): string {
  return `${count(requests)} ${requests === 1 ? 'request' : 'requests'}`
}
