import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Checklist, ChecklistStep } from '../../../shared/checklist.ts'
import { isDemo } from '../../client/demo.ts'

export const CHECKLIST = '/api/setup/checklist'

export function checklistOptions() {
  return queryOptions<Checklist>({ queryKey: [CHECKLIST], refetchOnMount: 'always', enabled: !isDemo() })
}

/** Whether the checklist of a new office still asks for a decision on these settings. */
export function useIsUndecided(step: ChecklistStep): boolean {
  const { data } = useQuery(checklistOptions())
  return data !== undefined && data.isShown && !data.done.includes(step)
}
