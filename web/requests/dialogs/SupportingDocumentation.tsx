import { FileBox } from '../../documents/FileBox.tsx'
import { useActor } from '../../people/common/use-actor.ts'
import type { RequestFiles } from './use-request-files.ts'
import { say, text } from '../../../shared/texts/say.ts'

const LABEL = text('Supporting documentation')

/** The files of a new request. */
export function SupportingDocumentation({ uploader, isWaiting }: Pick<RequestFiles, 'uploader' | 'isWaiting'>) {
  const mayUpload = useActor().permissions.has('documents.upload')
  if (!mayUpload)
    return (
      <div className="field">
        <span className="label">{say(LABEL)}</span>
        <p className="text-13 soft">{say('Your role cannot attach files.')}</p>
      </div>
    )
  const note = (
    <p className="text-12 soft" role="status">
      {isWaiting && say('The request is sent as soon as its files have arrived.')}
    </p>
  )
  return <FileBox uploader={uploader} label={say(LABEL)} note={note} />
}
