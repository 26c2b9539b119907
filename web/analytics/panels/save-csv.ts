import type { Flow } from '../../../shared/analytics/flow.ts'
import type { ChartData } from '../../charts/chart-data.ts'
import { saveFile } from '../../ui/save-file.ts'
import { csvOf } from '../csv.ts'

/** Downloads all rows of a chart, named after it and its period. */
export function saveCsv(name: string, { head, rows }: ChartData, { from, to }: Flow['period']): void {
  const fileName = `${name} ${from} ${to}.csv`
  saveFile(csvOf({ fileName, head, rows: rows.map(({ cells }) => cells) }), fileName)
}
