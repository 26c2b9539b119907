import { useCallback, useEffect, useState } from 'react'
import type { StoredDocument } from '../../../shared/documents.ts'
import { FileX } from 'lucide-react'
import { Note } from '../../ui/Note.tsx'
import { DownloadDocument } from './DownloadDocument.tsx'
import type { PaneProps } from './pane-props.ts'
import type { Print, PrintedPage } from './Printing.tsx'
import { Sheets, type SheetSize, type ZoomProps } from './Sheets.tsx'
import styles from './viewer.module.css'

interface ImageViewProps extends PaneProps, ZoomProps {
  document: StoredDocument
  content: Blob
  onPrint: (print: Print | null) => void
}

interface Picture {
  address: string
  sizes: readonly SheetSize[]
  isBroken: boolean
}

/** Object URL of the picture with the type of its document: content of another type is not shown. */
function usePicture(content: Blob, type: StoredDocument['type']): Picture | null {
  const [picture, setPicture] = useState<Picture | null>(null)
  useEffect(() => {
    const address = URL.createObjectURL(new Blob([content], { type: type === 'png' ? 'image/png' : 'image/jpeg' }))
    const image = new Image()
    let isStopped = false
    const show = ({ naturalWidth: width, naturalHeight: height }: HTMLImageElement) => {
      if (!isStopped) setPicture({ address, sizes: [{ width, height }], isBroken: width === 0 })
    }
    image.addEventListener('load', () => show(image))
    image.addEventListener('error', () => show(image))
    image.src = address
    return () => {
      isStopped = true
      URL.revokeObjectURL(address)
    }
  }, [content, type])
  return picture
}

async function* onePage(picture: Blob): AsyncGenerator<PrintedPage> {
  yield await Promise.resolve({ picture, paper: null })
}

/** A picture, zoomed like the pages of a PDF. */
export function ImageView({ document, content, onPrint, ...pane }: ImageViewProps) {
  const picture = usePicture(content, document.type)
  useEffect(() => {
    onPrint(() => onePage(content))
    return () => onPrint(null)
  }, [content, onPrint])
  const address = picture?.address
  const draw = useCallback(
    () => <img className={styles.picture} src={address} alt={document.name} draggable={false} />,
    [address, document.name],
  )
  if (!picture) return <div className={styles.beside} />
  if (picture.isBroken)
    return (
      <div className={styles.beside}>
        <Note
          tone="amber"
          icon={FileX}
          title="This picture cannot be shown here"
          role="alert"
          action={<DownloadDocument document={document} />}
        >
          <p>The file is damaged. Download it to try another program.</p>
        </Note>
      </div>
    )
  return <Sheets {...pane} label={document.name} sizes={picture.sizes} draw={draw} />
}
