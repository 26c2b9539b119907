import { useEffect, useRef, useState } from 'react'
import type { BatchItem } from '../../../shared/ai-batches.ts'
import type { Department, Priority } from '../../../shared/request-rules.ts'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Select } from '../../ui/Select.tsx'
import { PRIORITY_OPTIONS, useDepartmentOptions } from '../../requests/common/options.tsx'
import styles from './batch.module.css'

interface CorrectionProps {
  item: BatchItem
  from: { priority: Priority; department: Department }
  busy: boolean
  onSave: (values: { priority: Priority; department: Department }) => void
  onCancel: () => void
}

/** Form for other values than the suggested ones. */
export function Correction({ item, from, busy, onSave, onCancel }: CorrectionProps) {
  const [priority, setPriority] = useState<Priority>(from.priority)
  const [department, setDepartment] = useState<Department>(from.department)
  const departments = useDepartmentOptions(item.current.department)
  const first = useRef<HTMLButtonElement>(null)
  useEffect(() => first.current?.focus(), [])
  return (
    <div className={classes('row wrap', styles.correct)} role="group" aria-label={`Correct ${item.requestId}`}>
      <Select
        ref={first}
        aria-label="Priority"
        options={PRIORITY_OPTIONS}
        value={priority}
        onValueChange={(value) => setPriority(value as Priority)}
      />
      <Select aria-label="Department" options={departments} value={department} onValueChange={setDepartment} />
      <Button look="primary" busy={busy} onClick={() => onSave({ priority, department })}>
        Save correction
      </Button>
      <Button look="quiet" onClick={onCancel} data-escape="">
        Cancel
      </Button>
    </div>
  )
}
