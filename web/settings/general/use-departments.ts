import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { DepartmentSettings } from '../../../shared/department-settings.ts'
import { updateSessionUser } from '../../client/session.ts'
import { messageOf, refusalsIn } from '../../errors/words.ts'
import { toast } from '../../ui/toast.ts'
import { departmentsKey } from './api.ts'

interface Change {
  /** the call */
  make: () => Promise<DepartmentSettings>
  /** what it looks like while the call is under way */
  expected?: DepartmentSettings
  /** said when it is done; without it nothing is said */
  done?: string
}

const CHANGING = ['change-departments']

/** One change of the departments after the other; the page follows them at once. */
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
    // One after the other: who holds a key down moves a department several places.
    scope: { id: 'departments' },
    mutationFn: ({ make }: Change) => make(),
    onMutate: ({ expected }) => {
      const before = client.getQueryData<DepartmentSettings>(departmentsKey)
      if (expected) client.setQueryData(departmentsKey, expected)
      return before
    },
    onSuccess: (settings, { done }) => {
      // What is on the screen already holds the changes that still wait.
      if (client.isMutating({ mutationKey: CHANGING }) <= 1) take(settings)
      if (done !== undefined) toast({ title: done, tone: 'good' })
    },
    onError: (error, _change, before) => {
      if (before) client.setQueryData(departmentsKey, before)
      // Somebody else may have been first.
      void client.invalidateQueries({ queryKey: departmentsKey })
      if (refusalsIn(error).length > 0) return
      toast({ title: 'Error', description: messageOf(error, 'The departments were not changed.'), tone: 'bad' })
    },
  })
}
