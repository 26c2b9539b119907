import { useMutation, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { EXPORT_COLUMN_KEYS, EXPORT_COLUMNS, LIST_COLUMNS } from '../../shared/export-columns.ts'
import type { ExportFormat } from '../../shared/exports/exports.ts'
import { refresh } from '../client/query.ts'
import { messageOf } from '../ui/errors/words.ts'
import { useNameOf } from '../requests/list/use-name-of.ts'
import { Button } from '../ui/Button.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { count } from '../ui/count.ts'
import { toast } from '../ui/toast.ts'
import { listOptions } from '../requests/common/api.ts'
import { filtersOf, listPart, readListState } from '../requests/common/list-state.ts'
import { activeFilterChips } from '../requests/common/list-filters.ts'
import { orderOf, SORT_WORDS } from '../requests/common/list-order.ts'
import { EXPORT_FORMATS, EXPORTS } from './exports/exports-api.ts'
import { startExport } from './api.ts'
import styles from './reports.module.css'

const COLUMNS = [
  { value: 'list', label: 'As in the list' },
  { value: 'all', label: 'All columns' },
] as const

/** The list to export is in the URL, with the query of the page that led here. */
export function ExportForm() {
  const [params] = useSearchParams()
  const state = readListState(params)
  const [format, setFormat] = useState<ExportFormat>('csv')
  const [columns, setColumns] = useState<'list' | 'all'>('list')
  const nameOf = useNameOf(state)
  const total = useQuery(listOptions({ ...state, page: 1 })).data
  const view = new URLSearchParams(filtersOf(state))
  view.delete('limit')
  const starting = useMutation({
    mutationFn: (options: { format: ExportFormat; columns: 'list' | 'all' }, context) =>
      startExport(
        { format: options.format, view, columns: options.columns === 'all' ? [...EXPORT_COLUMN_KEYS] : undefined },
        context,
      ),
    onSuccess: () =>
      toast({ title: 'Export started', description: 'The file will appear below when it is ready.', tone: 'good' }),
    onError: (error) =>
      toast({ title: 'Error', description: messageOf(error, 'The export was not started.'), tone: 'bad' }),
    onSettled: () => refresh(EXPORTS),
  })
  const narrowed = activeFilterChips(state, nameOf)
  const order = orderOf(state)
  return (
    <section className="card" aria-labelledby="new-export">
      <header className="lined">
        <h2 id="new-export">New export</h2>
      </header>
      <div className={`padded ${styles.form}`}>
        <div className={styles.view} role="group" aria-label="What is exported">
          <b>{total ? rowsInWords(total.total, total.exact) : 'Requests'}</b>
          {narrowed.length === 0 && <span className="soft">every request that you can see</span>}
          {narrowed.map(({ label, value }) => (
            <span key={label + value} className="chip active">
              <b>{label}</b>
              <span className="truncated">{value}</span>
            </span>
          ))}
          <span className="soft">
            {order?.sort
              ? `by ${SORT_WORDS[order.sort]}${order.order === 'desc' ? ', descending' : ''}`
              : 'best hits first'}
          </span>
          <Link to={`/requests?${listPart(params.toString())}`}>Change the list</Link>
        </div>
        <div className={styles.choices}>
          <div className={styles.choice}>
            <span className="text-12 muted">Format</span>
            <SegmentedControl label="Format" value={format} options={EXPORT_FORMATS} onChange={setFormat} />
          </div>
          <div className={styles.choice}>
            <span className="text-12 muted">Columns</span>
            <SegmentedControl label="Columns" value={columns} options={COLUMNS} onChange={setColumns} />
          </div>
        </div>
        <p className="text-12 muted">
          {(columns === 'all' ? EXPORT_COLUMN_KEYS : LIST_COLUMNS).map((key) => EXPORT_COLUMNS[key].label).join(' · ')}
        </p>
        <div className="row">
          <Button
            look="primary"
            icon={Download}
            busy={starting.isPending}
            busyLabel="Starting…"
            onClick={() => starting.mutate({ format, columns })}
          >
            Create file
          </Button>
        </div>
      </div>
    </section>
  )
}

function rowsInWords(total: number, exact: boolean): string {
  return `${exact ? '' : 'More than '}${count(total)} ${total === 1 ? 'request' : 'requests'}`
}
