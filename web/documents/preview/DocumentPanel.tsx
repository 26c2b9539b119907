import { lazyPanel } from '../../ui/errors/lazy-panel.tsx'
import { PartMissing } from '../../ui/errors/PartMissing.tsx'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { useOpenDocument, type DocumentSpot } from '../common/use-open-document.ts'

/** Fallback when the code of the preview could not be loaded. */
function PreviewMissing({ again }: { again: () => void }) {
  const { close } = useOpenDocument()
  return (
    <Dialog open onOpenChange={close} title="Document">
      <DialogBody>
        <PartMissing again={again} />
      </DialogBody>
    </Dialog>
  )
}

/** The preview, imported lazily with the first document. */
export const DocumentPanel = lazyPanel<DocumentSpot & { id: string }>(
  async () => ({ default: (await import('./DocumentPreview.tsx')).DocumentPreview }),
  { missing: (again) => <PreviewMissing again={again} /> },
)
