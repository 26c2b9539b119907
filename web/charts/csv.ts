import { csvLines, UTF8_MARK } from '../../shared/csv.ts'
import { officeNow } from '../formats/dates.ts'
import { saveFile } from '../ui/save-file.ts'
import type { ChartData } from './chart-data.ts'

/** The same lines as in the files that the server writes. */
export function toCsv({ head, rows }: ChartData): string {
  return UTF8_MARK + csvLines([head, ...rows.map(({ cells }) => cells)])
}

/** Saves under the name of the chart and the time of its figures on this screen. */
export function saveCsv(data: ChartData, name: string): void {
  saveFile(toCsv(data), `${name} ${officeNow().replace(':', '.')}.csv`)
}
