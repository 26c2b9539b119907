import { csvLines, UTF8_MARK } from '../../../shared/csv.ts'
import { officeNow } from '../formats/dates.ts'
import { saveFile } from '../save-file.ts'
import type { ChartData } from './chart-data.ts'

/** Saves under the name of the chart and the time of its figures on this screen. */
export function saveCsv({ head, rows }: ChartData, name: string): void {
  const lines = csvLines([head, ...rows.map(({ cells }) => cells)])
  saveFile(UTF8_MARK + lines, `${name} ${officeNow().replace(':', '.')}.csv`)
}
