import { useId } from 'react'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { CircleAlert } from 'lucide-react'
import { useSession } from '../client/session.ts'
import { StaleValueNote } from '../ui/Field.tsx'
import { Icon } from '../ui/Icon.tsx'
import { TextInput } from '../ui/inputs.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import own from './backup.module.css'
import type { BackupForm } from './backup-form.ts'

const SCHEDULES = [
  { value: 'daily', label: 'Daily' },
  { value: 'weekly', label: 'Weekly' },
  { value: 'manual', label: 'Manual' },
] as const

interface RowProps {
  form: UseFormReturn<BackupForm>
  savedMeanwhile: Partial<BackupForm>
}

/** How often backups are made by themselves, and beside it when. */
export function ScheduleRow({ form, savedMeanwhile }: RowProps) {
  const id = useId()
  const zone = useSession()?.user.officeTimeZone ?? 'UTC'
  const schedule = form.watch('schedule')
  const error = form.formState.errors.at?.message
  return (
    <div className="field" role="group" aria-labelledby={`${id}-label`}>
      <span className="label" id={`${id}-label`}>
        Schedule
      </span>
      <div className={own.schedule}>
        <Controller
          control={form.control}
          name="schedule"
          render={({ field: { value, onChange } }) => (
            <SegmentedControl label="How often" value={value} options={SCHEDULES} onChange={onChange} />
          )}
        />
        {schedule !== 'manual' && (
          <label className={own.when}>
            {schedule === 'weekly' ? 'on Sundays at' : <span className="visually-hidden">every day at</span>}
            <TextInput
              {...form.register('at')}
              type="time"
              className={own.time}
              required
              aria-describedby={`${id}-below`}
              aria-invalid={error !== undefined || undefined}
            />
          </label>
        )}
      </div>
      {error === undefined ? (
        <p className="hint" id={`${id}-below`}>
          {schedule === 'manual' ? 'Only when somebody presses Run Backup Now' : `In the office’s time zone, ${zone}`}
        </p>
      ) : (
        <p className="error" id={`${id}-below`}>
          <Icon of={CircleAlert} size="s" />
          {error}
        </p>
      )}
      <StaleValueNote value={meanwhileOf(savedMeanwhile)} />
    </div>
  )
}

function meanwhileOf({ schedule, at }: Partial<BackupForm>): string | undefined {
  const often = SCHEDULES.find(({ value }) => value === schedule)?.label
  return [often, at].filter((one) => one !== undefined).join(', ') || undefined
}
