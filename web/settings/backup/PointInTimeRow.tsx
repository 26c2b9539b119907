import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { SavedMeanwhile } from '../../ui/Field.tsx'
import { Checkbox } from '../../ui/inputs.tsx'
import { backupStatusOptions } from './api.ts'
import type { BackupForm } from './backup-form.ts'
import { pointInTimeWords } from './backup-words.ts'
import groups from '../general/general.module.css'

interface RowProps {
  form: UseFormReturn<BackupForm>
  savedMeanwhile: Partial<BackupForm>
}

/** Whether every moment can be restored, and which ones can be now. */
export function PointInTimeRow({ form, savedMeanwhile }: RowProps) {
  const status = useQuery(backupStatusOptions()).data?.pointInTime
  if (status === undefined) return null
  return (
    <fieldset className={groups.days}>
      <legend>Point in time</legend>
      {status === null ? (
        <p className="text-12 muted">
          On PostgreSQL, the database’s own archiving does this. docs/operations.md describes it step by step.
        </p>
      ) : (
        <>
          <p className="text-12 muted" id="point-in-time-hint">
            Every change is copied within two seconds to where backups go, so that the office can be restored as it was
            at any second. Kept as long as backups
          </p>
          <Controller
            control={form.control}
            name="pointInTime"
            render={({ field: { ref, name, value, onChange, onBlur } }) => (
              <Checkbox
                ref={ref}
                name={name}
                checked={value}
                aria-describedby="point-in-time-hint"
                onBlur={onBlur}
                onChange={(event) => onChange(event.target.checked)}
              >
                Copy every change
              </Checkbox>
            )}
          />
          <p className="text-13" role="status">
            {pointInTimeWords(status)}
          </p>
        </>
      )}
      <SavedMeanwhile
        value={savedMeanwhile.pointInTime === undefined ? undefined : savedMeanwhile.pointInTime ? 'on' : 'off'}
      />
    </fieldset>
  )
}
