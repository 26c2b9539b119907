import { useQuery } from '@tanstack/react-query'
import { Controller, type UseFormReturn } from 'react-hook-form'
import { TriangleAlert } from 'lucide-react'
import { StaleValueNote } from '../ui/Field.tsx'
import { Checkbox } from '../ui/inputs.tsx'
import { Note } from '../ui/Note.tsx'
import { backupStatusOptions } from './api.ts'
import type { BackupForm } from './backup-form.ts'
import { pointInTimeWords } from './backup-words.ts'

interface RowProps {
  form: UseFormReturn<BackupForm>
  savedMeanwhile: Partial<BackupForm>
}

/** Whether every moment can be restored, and which ones can be now. */
export function PointInTimeRow({ form, savedMeanwhile }: RowProps) {
  const status = useQuery(backupStatusOptions()).data?.pointInTime
  if (status === undefined) return null
  return (
    <div className="field" role="group" aria-labelledby="point-in-time">
      <span className="label" id="point-in-time">
        Point in time
      </span>
      {status === null ? (
        <p className="text-13">
          On PostgreSQL, the database’s own archiving does this. docs/operations.md describes it step by step.
        </p>
      ) : (
        <div className="stack gap-1">
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
          <div role="status">
            {status.isOn && status.problem ? (
              <Note tone="amber" icon={TriangleAlert} title={pointInTimeWords(status)} />
            ) : (
              <p className="text-13">{pointInTimeWords(status)}</p>
            )}
          </div>
        </div>
      )}
      {status !== null && (
        <p className="hint" id="point-in-time-hint">
          Copies every change within two seconds to where backups go, and keeps it as long as they are. The office can
          then be restored as it was at any second
        </p>
      )}
      <StaleValueNote
        value={savedMeanwhile.pointInTime === undefined ? undefined : savedMeanwhile.pointInTime ? 'on' : 'off'}
      />
    </div>
  )
}
