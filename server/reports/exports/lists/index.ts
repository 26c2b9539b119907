import type { ExportedList } from '../../../../shared/exports/exports.ts'
import { analyticsRows } from './analytics-rows.ts'
import type { ExportableList, ViewOf } from './list.ts'
import { peopleList } from './people.ts'
import { promiseLedger } from './promises.ts'
import { requestList } from './requests.ts'

const LISTS: { [L in ExportedList]: ExportableList<ViewOf<L>> } = {
  requests: requestList,
  'analytics-rows': analyticsRows,
  promises: promiseLedger,
  people: peopleList,
}

/** Looks up a list by name; the contract guarantees that its view has the matching type. */
export function listNamed(name: ExportedList): ExportableList<unknown> {
  return LISTS[name] as ExportableList<unknown>
}
