import { ClipboardCopy, Download, Ellipsis, ImageDown, Table2 } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { IconButton } from '../IconButton.tsx'
import { Popover, PopoverClose } from '../Popover.tsx'
import { type ChartData, readData } from './chart-data.ts'
import { copyData, copyPicture } from './copy.ts'
import { saveCsv } from './csv.ts'
import styles from './charts.module.css'
import { say } from '../../../shared/texts/say.ts'

interface ChartMenuProps {
  name: string
  dataName: string
  figure: RefObject<HTMLElement | null>
  data?: ChartData | (() => ChartData) | undefined
  definition?: ReactNode
  asTable: boolean
  onTable?: (() => void) | undefined
}

/** The actions on a chart, and what its figures mean. */
export function ChartMenu({ name, dataName, figure, data, definition, asTable, onTable }: ChartMenuProps) {
  return (
    <Popover
      label={`${name}: more`}
      trigger={<IconButton icon={Ellipsis} label={say('More about {name}', { name })} size="small" />}
      className={`panel small ${styles.chartMenu}`}
    >
      {!asTable && (
        <PopoverClose
          look="quiet"
          icon={ImageDown}
          onClick={() => figure.current && void copyPicture(figure.current, name)}
        >
          {say('Copy as picture')}
        </PopoverClose>
      )}
      {data && (
        <PopoverClose look="quiet" icon={ClipboardCopy} onClick={() => void copyData(readData(data), dataName)}>
          {say('Copy as data')}
        </PopoverClose>
      )}
      {onTable && (
        <PopoverClose look="quiet" icon={Table2} onClick={onTable}>
          {asTable ? say('Show as chart') : say('Show as table')}
        </PopoverClose>
      )}
      {data && (
        <PopoverClose look="quiet" icon={Download} onClick={() => saveCsv(readData(data), dataName)}>
          {say('Download as CSV')}
        </PopoverClose>
      )}
      {definition && <div className={styles.definition}>{definition}</div>}
    </Popover>
  )
}
