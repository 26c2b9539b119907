import { dateIn } from '../../../../shared/dates.ts'
import { EXPORT_COLUMNS, type ExportColumn } from '../../../../shared/export-columns.ts'
import { say } from '../../../../shared/texts/say.ts'
import { correctSearch } from '../../../requests/list/correction.ts'
import { criteriaOf } from '../../../requests/list/criteria.ts'
import { numbersInView, rowsOf } from '../../../requests/list/whole.ts'
import { cellsOf } from '../../spreadsheets/cells.ts'
import type { Deps } from '../deps.ts'
import { namesOf } from './names.ts'
import { type ExportContext, CHUNK, type ExportableList, type Table, type ViewOf } from './list.ts'
import { requestFacts } from './facts.ts'

type View = ViewOf<'requests'>

export const requestList: ExportableList<View> = {
  name: 'requests',
  // People who may export can see requests, at least their own.
  requireAccess: () => undefined,
  check: async (_deps, { actor, view, scope, policy, at }) => {
    const { timeZone, departments } = policy
    criteriaOf(view, actor.id, scope, { today: dateIn(timeZone, at), timeZone, departments })
  },
  titleOf: ({ overdue, search, requester, status }) => {
    const kind = overdue ? say('Overdue requests') : requester === 'me' ? say('My requests') : say('Requests')
    const narrowed = [
      ...(status ?? []).map((one) => one.replace('_', ' ')),
      ...(search === undefined ? [] : [say('found')]),
    ]
    return narrowed.length > 0 ? `${kind} (${narrowed.join(', ')})` : kind
  },
  open,
}

async function open({ db }: Deps, context: ExportContext<View>): Promise<Table> {
  const { view, columns, policy } = context
  // Validated by their contract before they were stored.
  const selected = columns as readonly ExportColumn[]
  const { numbers, corrected } = await findShown(db, context)
  const people = [view.assignedTo, view.requester].filter((id) => id !== undefined)
  const names = await namesOf(db.read, people)
  async function* chunks() {
    for (let from = 0; from < numbers.length; from += CHUNK) {
      const rows = await rowsOf(db, numbers.slice(from, from + CHUNK))
      yield rows.map((request) => cellsOf(request, selected, policy.departments))
    }
  }
  return {
    columns: selected.map((column) => EXPORT_COLUMNS[column]),
    total: numbers.length,
    chunks: chunks(),
    facts: requestFacts(view, policy.departments, names, corrected),
  }
}

/** The requests that the list shows: a search without hits is corrected as in `listWithCorrection`. */
async function findShown(
  db: Deps['db'],
  { actor, view, scope, policy, at }: ExportContext<View>,
): Promise<{ numbers: number[]; corrected?: string }> {
  const find = (query: View) => numbersInView(db, policy, { query, personId: actor.id, scope, at })
  const numbers = await find(view)
  if (numbers.length > 0 || view.search === undefined || view.literal) return { numbers }
  const corrected = await correctSearch(db, scope, view.search)
  if (corrected === null) return { numbers }
  const instead = await find({ ...view, search: corrected })
  return instead.length > 0 ? { numbers: instead, corrected } : { numbers }
}
