import { queryOptions } from '@tanstack/react-query'
import type { DepartmentRename, DepartmentSettings, Retirement } from '../../../shared/department-settings.ts'
import type { GeneralSettings, GeneralSettingsChange } from '../../../shared/general-settings.ts'
import { del, patch, post, put } from '../../client/api.ts'

const GENERAL = '/api/settings/general'
export const generalKey = [GENERAL]

/** Others may change it, so it is refetched on every mount. */
export function generalOptions() {
  return queryOptions<GeneralSettings>({ queryKey: generalKey, refetchOnMount: 'always' })
}

export function saveGeneral(change: GeneralSettingsChange): Promise<GeneralSettings> {
  return put(GENERAL, change)
}

const DEPARTMENTS = '/api/settings/departments'
export const departmentsKey = [DEPARTMENTS]

/** Polled while requests are moving to a successor, to show how many are left. */
export function departmentsOptions() {
  return queryOptions<DepartmentSettings>({
    queryKey: departmentsKey,
    refetchOnMount: 'always',
    refetchInterval: ({ state }) => (state.data?.departments.some(({ isMoving }) => isMoving) ? 2000 : false),
  })
}

const addressOf = (key: string) => `${DEPARTMENTS}/${encodeURIComponent(key)}`

export function addDepartment(name: string, attempt: object): Promise<DepartmentSettings> {
  return post(DEPARTMENTS, { name }, { attempt })
}

export function renameDepartment(key: string, rename: DepartmentRename): Promise<DepartmentSettings> {
  return patch(addressOf(key), rename)
}

export function orderDepartments(keys: string[]): Promise<DepartmentSettings> {
  return put(`${DEPARTMENTS}/order`, { keys })
}

export function retireDepartment(key: string, retirement: Retirement): Promise<DepartmentSettings> {
  return put(`${addressOf(key)}/retirement`, retirement)
}

export function reinstateDepartment(key: string): Promise<DepartmentSettings> {
  return del(`${addressOf(key)}/retirement`)
}
