import { useSession } from '../client/session.ts'
import { FileBox } from '../documents/FileBox.tsx'
import { useUploader } from '../documents/use-uploader.ts'
import { readUpload } from './api.ts'
import styles from './document-ai.module.css'

/** Upload of documents: each is read as soon as it has arrived. */
export function UploadCard() {
  const permissions = useSession()?.user.permissions ?? []
  const uploader = useUploader('document-ai', readUpload)
  if (!permissions.includes('documents.upload')) return null
  return (
    <section className="card padded" aria-labelledby="document-upload">
      <h2 className="h-14" id="document-upload">
        Turn documents into requests
      </h2>
      <FileBox
        uploader={uploader}
        label="Documents to read"
        isLabelHidden
        note={
          <p className={styles.uploadNote}>
            What they ask for is proposed, each with its sentence. Nothing is created until you say so.
          </p>
        }
      />
    </section>
  )
}
