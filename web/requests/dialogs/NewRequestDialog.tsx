import { useId, useRef, useState, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import type { UseFormReturn } from 'react-hook-form'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { say, texts } from '../../../shared/texts/say.ts'
import { useIsSeeing } from '../../client/see-as.ts'
import type { ClassifiedDraft } from '../../ai/suggestions/draft-classification.ts'
import { toastDraftKept } from '../drafts/draft-kept-toast.ts'
import { OfflineNotice } from '../../ui/errors/OfflineNotice.tsx'
import { ViewAsNotice } from '../../ui/errors/ViewAsNotice.tsx'
import { DialogBody } from '../../ui/Dialog.tsx'
import { FormLocked } from '../../ui/Field.tsx'
import { TabList, TabPanel, Tabs } from '../../ui/Tabs.tsx'
import { ClassificationTab, PossibleDuplicates } from './ClassificationTab.tsx'
import { DraftLine } from '../drafts/DraftLine.tsx'
import { EMPTY_REQUEST, NEW_REQUEST_DRAFT, type NewRequestForm } from '../common/new-request.ts'
import { FormDialog } from './FormDialog.tsx'
import { NewRequestFields } from './NewRequestFields.tsx'
import { SupportingDocumentation } from './SupportingDocumentation.tsx'
import { useRequestFiles } from './use-request-files.ts'
import { useSubmission } from './use-submission.ts'
import { useIsUnmounted } from '../../ui/use-is-unmounted.ts'
import { useOpenRequest } from '../common/use-open-request.ts'
import { useNewRequestForm } from './use-new-request-form.ts'
import { busyWords, NotAllowed, NotCreated, sayCreated } from './new-request-words.tsx'

const NARROW = 760
/** Space for the classification beside the words that it was based on. */
const WIDE = 960
const tabs = () => [
  { value: 'form', label: say('Request Form') },
  { value: 'ai', label: say('AI Classification') },
]
const KEPT = texts({
  title: 'Your request is kept as a draft',
  description: 'It will be there when you open the form again.',
})

/** The New RFD Request dialog. @param props.onReopen reopens it, for a person who wants to continue */
export function NewRequestDialog({ onClose, onReopen }: { onClose: () => void; onReopen: () => void }) {
  const { open } = useOpenRequest()
  const formId = useId()
  const [tab, setTab] = useState('form')
  const [failure, setFailure] = useState<string | null>(null)
  const titleField = useRef<HTMLInputElement>(null)
  const gone = useIsUnmounted()
  const { form, element, draft, classified, setClassified, files } = useNewRequestForm()
  const { uploader, isWaiting } = files
  const { submit, isPending, isPaused, sending } = useSubmission({
    form,
    element,
    gone,
    onReopen,
    files,
    // The fields may be hidden behind the other tab by now.
    onFailure: (text) => {
      flushSync(() => {
        setTab('form')
        setFailure(text)
      })
      // On a low screen the top of the form may be out of sight.
      element.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' })
    },
    onCreated: (created, uploadIds) => {
      // Before the draft is cleared, which would discard the files: they belong to the request now.
      uploader.forget(uploadIds)
      draft.clear()
      form.reset(EMPTY_REQUEST)
      if (classified) recordDecisionsLater(classified, created)
      setClassified(null)
      sayCreated(created, () => open(created.id))
      if (!gone.current) onClose()
    },
  })
  const leave = () => {
    onClose()
    // If it is being created, the answer will be reported in a toast.
    if (!form.formState.isDirty || (sending.current && !isWaiting)) return
    const reopen = { label: say('Continue'), onClick: onReopen }
    toastDraftKept([NEW_REQUEST_DRAFT], { ...KEPT, reopen, onDiscard: () => uploader.syncTo([]) })
  }

  return (
    <FormDialog
      formId={formId}
      title={say('New RFD Request')}
      width={tab === 'ai' && classified ? WIDE : NARROW}
      initialFocus={titleField}
      draftLine={<DraftLine draft={draft} dirty={form.formState.isDirty} restoring={NEW_REQUEST_DRAFT} />}
      onLeave={leave}
      submit={{
        label: say('Submit Request'),
        busyLabel: busyWords(isWaiting, isPaused),
        isBusy: isPending || isWaiting,
      }}
    >
      <Tabs value={tab} onValueChange={setTab}>
        <TabList label={say('New request')} tabs={tabs()} />
        <DialogBody>
          <OfflineNotice />
          <ViewAsNotice />
          <form
            ref={element}
            id={formId}
            noValidate
            onSubmit={(event) => {
              setTab('form')
              submit(event)
            }}
          >
            <TabPanel value="form" className="stack">
              {failure ? <NotCreated why={failure} /> : <NotAllowed />}
              <LockedFields {...{ form, titleField, uploader, isPending, isWaiting }} />
            </TabPanel>
          </form>
          <TabPanel value="ai">
            <ClassificationTab form={form} classified={classified} onClassified={setClassified} />
          </TabPanel>
        </DialogBody>
      </Tabs>
    </FormDialog>
  )
}

interface LockedFieldsProps extends Pick<ReturnType<typeof useRequestFiles>, 'uploader' | 'isWaiting'> {
  form: UseFormReturn<NewRequestForm, unknown, NewRequestForm>
  titleField: RefObject<HTMLInputElement | null>
  isPending: boolean
}

/** The fields, locked while the request is being submitted. */
function LockedFields({ form, titleField, uploader, isPending, isWaiting }: LockedFieldsProps) {
  const isSeeing = useIsSeeing()
  return (
    <FormLocked value={isPending || isWaiting || isSeeing}>
      <NewRequestFields
        form={form}
        titleField={titleField}
        belowDescription={<PossibleDuplicates form={form} />}
        supportingDocumentation={<SupportingDocumentation uploader={uploader} isWaiting={isWaiting} />}
      />
    </FormLocked>
  )
}

function recordDecisionsLater(classified: ClassifiedDraft, created: ServiceRequest): void {
  void import('../../ai/suggestions/send-decisions.ts')
    .then(({ sendDecisions }) => sendDecisions(classified, created))
    .catch(() => {})
}
