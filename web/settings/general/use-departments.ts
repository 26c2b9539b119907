import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { DepartmentSettings } from '../../../shared/department-settings.ts'
import { updateSessionUser } from '../../client/session.ts'
import { messageOf, refusalsIn } from '../../ui/errors/words.ts'
import { toast } from '../../ui/toast.ts'
import { departmentsKey } from './api.ts'

interface Change {
  /** the call; `attempt` is the same over its retries */
  make: (attempt: object) => Promise<DepartmentSettings>
  /** optimistic state during the call */
  expected?: DepartmentSettings
  /** text of the toast on success; no toast without it */
  done?: string
}

const CHANGING = ['change-departments']

/** Changes of the departments, serialised; the page shows them optimistically. */
export function useChangeDepartments() {
  const client = useQueryClient()
  const take = (settings: DepartmentSettings) => {
    client.setQueryData(departmentsKey, settings)
    const departments = settings.departments.map(({ key, name, retiredAt, successor }) => ({
      key,
      name,
      retiredAt,
      successor,
    }))
    updateSessionUser({ departments })
  }
  return useMutation({
    mutationKey: CHANGING,
    // Serialised: holding a key down moves a department several places.
    scope: { id: 'departments' },
    mutationFn: ({ make }: Change, context) => make(context),
    onMutate: ({ expected }) => {
      const before = client.getQueryData<DepartmentSettings>(departmentsKey)
      if (expected) client.setQueryData(departmentsKey, expected)
      return before
    },
    onSuccess: (settings, { done }) => {
      // The optimistic state already holds the changes that are still queued.
      if (client.isMutating({ mutationKey: CHANGING }) <= 1) take(settings)
      if (done !== undefined) toast({ title: done, tone: 'good' })
    },
    onError: (error, _change, before) => {
      if (before) client.setQueryData(departmentsKey, before)
      // Another person may have changed them first.
      void client.invalidateQueries({ queryKey: departmentsKey })
      if (refusalsIn(error).length > 0) return
      toast({ title: 'Error', description: messageOf(error, 'The departments were not changed.'), tone: 'bad' })
    },
  })
}
