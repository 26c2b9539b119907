import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NO_DEPARTMENT } from '../../../shared/person-department.ts'
import type { PersonAction, PersonActionKind } from '../../../shared/people-changes.ts'
import { useFreshDepartments } from '../../client/departments.ts'
import { ErrorNote } from '../../ui/errors/ErrorNote.tsx'
import { peopleWords } from '../roles/people-words.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { Select } from '../../ui/Select.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { useActor } from '../common/use-actor.ts'
import { SuccessorField, UNASSIGNED } from './DeactivateForm.tsx'
import { LeftOutList } from './LeftOutList.tsx'
import { RoleField } from './RoleField.tsx'
import { previewOptions, startChange } from './several-api.ts'
import { effectWords, labelOf } from './several-words.ts'
import type { Selection } from './use-selection.ts'

interface ChangeSeveralProps {
  kind: PersonActionKind
  selection: Selection
  onStarted: (id: string) => void
  onClose: () => void
}

/** What a change of the selected people would do, until it is confirmed. */
export function ChangeSeveral({ kind, selection, onStarted, onClose }: ChangeSeveralProps) {
  const mayAssign = useActor().permissions.has('requests.assign')
  // Opens with what is asked: the selection behind the dialog may not change it.
  const [chosen] = useState(selection.chosen)
  const [value, setValue] = useState<string | null>(kind === 'deactivation' ? UNASSIGNED : null)
  const action = actionOf(kind, value, mayAssign)
  const { data: preview, error, isFetching, refetch } = useQuery(previewOptions(chosen, action))
  const start = useMutation({
    mutationFn: (ready: number, attempt) => startChange({ chosen, action: action!, ready }, attempt),
    onSuccess: ({ id }) => onStarted(id),
    onError: () => void refetch(),
  })
  const failure = error ?? start.error
  return (
    <div className="stack">
      {kind === 'role' && <RoleField value={value ?? ''} onChange={setValue} error={undefined} />}
      {kind === 'department' && <DepartmentField value={value ?? ''} onChange={setValue} />}
      {preview && preview.openRequests > 0 && mayAssign && (
        <SuccessorField openRequests={preview.openRequests} value={value!} onChange={setValue} />
      )}
      {failure && <ErrorNote title="Nobody was changed" error={failure} />}
      {action !== null && !preview && !error && (
        <Loading label="Looking who would be changed">
          <Skeleton height={48} />
        </Loading>
      )}
      {preview && (
        <div className="stack" aria-busy={isFetching}>
          <p role="status">{effectWords(kind, preview.ready)}</p>
          <LeftOutList groups={preview.leftOut} />
        </div>
      )}
      <div className="row end wrap">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look={kind === 'deactivation' ? 'danger' : 'primary'}
          disabled={!preview || preview.ready === 0}
          busy={start.isPending || (preview !== undefined && isFetching)}
          onClick={() => start.mutate(preview!.ready)}
        >
          {labelOf(kind)}
          {preview && preview.ready > 0 && `: ${peopleWords(preview.ready)}`}
        </Button>
      </div>
    </div>
  )
}

/** One of the office's departments, by its key. */
function DepartmentField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const { active } = useFreshDepartments()
  const options = [
    ...active.map(({ key, name }) => ({ value: key, label: name })),
    { value: NO_DEPARTMENT, label: 'None' },
  ]
  return (
    <Field label="Department" required>
      <Select options={options} value={value} onValueChange={onChange} placeholder="Choose a department" />
    </Field>
  )
}

/** The action as it is asked for; null until its role or department is chosen. */
function actionOf(kind: PersonActionKind, value: string | null, mayAssign: boolean): PersonAction | null {
  switch (kind) {
    case 'role':
      return value === null ? null : { kind, role: value }
    case 'department':
      return value === null ? null : { kind, department: value === NO_DEPARTMENT ? null : value }
    case 'deactivation':
      return mayAssign ? { kind, handOverTo: value === UNASSIGNED ? null : value } : { kind }
    default:
      return { kind }
  }
}
