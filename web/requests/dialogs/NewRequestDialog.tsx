import { useMutation } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { useEffect, useId, useMemo, useRef, useState, type FormEvent } from 'react'
import { flushSync } from 'react-dom'
import { useForm } from 'react-hook-form'
import { NewRequest } from '../../../shared/requests.ts'
import { useClassifiedDraft } from '../../suggestions/use-classified-draft.ts'
import { discardWithUndo } from '../../drafts/discard.ts'
import { useFormDraft } from '../../drafts/drafts.ts'
import { showRefusals, useFirstWrongFocused } from '../../errors/refusals.ts'
import { forceSignOut } from '../../client/session.ts'
import { OfflineNotice } from '../../errors/OfflineNotice.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogBody } from '../../ui/Dialog.tsx'
import { FormLocked } from '../../ui/Field.tsx'
import { Note } from '../../ui/Note.tsx'
import { TabList, TabPanel, Tabs } from '../../ui/Tabs.tsx'
import { dismissToastsAbout, toast } from '../../ui/toast.ts'
import { createRequest, prepareRequest, requestsChanged } from '../../vocabulary/api.ts'
import { ClassificationTab, PossibleDuplicates } from './ClassificationTab.tsx'
import { DraftLine } from '../../drafts/DraftLine.tsx'
import {
  createFailure,
  EMPTY_REQUEST,
  NEW_REQUEST_DRAFT,
  type NewRequestForm,
  newRequestResolver,
} from '../../vocabulary/new-request.ts'
import { NewRequestFields } from './NewRequestFields.tsx'
import { useIsUnmounted } from '../../ui/use-is-unmounted.ts'
import { useOpenRequest } from '../../vocabulary/use-open-request.ts'

const SIGN_IN_AGAIN_MS = 2000
const NARROW = 760
/** The classification stands beside the words that decided. */
const WIDE = 960

/** The New RFD Request dialog. @param props.onReopen shows it again, for the person who meant to go on */
export function NewRequestDialog({ onClose, onReopen }: { onClose: () => void; onReopen: () => void }) {
  const { open } = useOpenRequest()
  const formId = useId()
  const [tab, setTab] = useState('form')
  const [failure, setFailure] = useState<string | null>(null)
  const titleField = useRef<HTMLInputElement>(null)
  const [dateField, setDateField] = useState<HTMLInputElement | null>(null)
  const element = useRef<HTMLFormElement>(null)
  const sending = useRef(false)
  const gone = useIsUnmounted()
  const resolver = useMemo(() => newRequestResolver(() => dateField?.validity?.badInput ?? false), [dateField])
  const form = useForm<NewRequestForm, unknown, NewRequestForm>({
    resolver,
    defaultValues: EMPTY_REQUEST,
    mode: 'onTouched',
    shouldFocusError: false,
  })
  useFirstWrongFocused(form, element)
  const draft = useFormDraft(form, NEW_REQUEST_DRAFT)
  // After the draft has been put back: only then it shows whether the text is still the same.
  const [classified, setClassified] = useClassifiedDraft(form)
  const { isDirty } = form.formState
  useEffect(() => dismissToastsAbout(NEW_REQUEST_DRAFT), [])

  const { mutate, isPending } = useMutation({
    mutationFn: createRequest,
    onSuccess: (created) => {
      draft.clear()
      form.reset(EMPTY_REQUEST)
      if (classified)
        void import('../../suggestions/tell-decisions.ts')
          .then(({ tellDecisions }) => tellDecisions(classified, created))
          .catch(() => {})
      setClassified(null)
      toast({
        tone: 'good',
        title: 'Success',
        description: 'RFD request created successfully',
        links: [{ label: `View ${created.requestId}`, onClick: () => open(created.id) }],
      })
      requestsChanged()
      if (!gone.current) onClose()
    },
    onError: (error) => {
      const failed = createFailure(error)
      if (failed.kind === 'session-expired') {
        toast({ tone: 'bad', title: 'Session Expired', description: 'Please log in again to continue' })
        forceSignOut(undefined, SIGN_IN_AGAIN_MS)
        return
      }
      if (gone.current) {
        toast({
          tone: 'bad',
          title: 'Your request was not created',
          description: failed.text,
          links: [{ label: 'Continue', onClick: onReopen }],
        })
        return
      }
      // The fields may be behind the other tab by now.
      flushSync(() => {
        setTab('form')
        setFailure(failed.text)
      })
      showRefusals(form, error, element.current)
    },
    onSettled: () => {
      sending.current = false
    },
  })
  const send = (typed: NewRequestForm) => {
    if (sending.current) return
    setFailure(null)
    const prepared = prepareRequest(NewRequest.parse(typed))
    sending.current = true
    mutate(prepared)
  }
  const submit = (event: FormEvent) => {
    // Whatever goes wrong before the call, in the check or in the browser, must not look like a button that does nothing.
    form
      .handleSubmit(send)(event)
      .catch((error: unknown) => {
        console.error(error)
        toast({
          tone: 'bad',
          title: 'Submission Error',
          description: 'There was an error preparing your request. Please try again.',
        })
      })
  }
  const leave = () => {
    onClose()
    // While it is being created, its answer tells how it went.
    if (!isDirty || sending.current) return
    toast({
      about: NEW_REQUEST_DRAFT,
      title: 'Your request is kept as a draft',
      description: 'It will be there when you open the form again.',
      links: [
        { label: 'Continue', onClick: onReopen },
        { label: 'Discard', onClick: () => discardWithUndo(NEW_REQUEST_DRAFT) },
      ],
    })
  }

  return (
    <Dialog
      open
      onOpenChange={leave}
      title="New RFD Request"
      width={tab === 'ai' && classified ? WIDE : NARROW}
      initialFocus={titleField}
      footer={
        <>
          <DraftLine draft={draft} dirty={isDirty} />
          <span className="grow" />
          <Button onClick={leave}>Cancel</Button>
          <Button type="submit" form={formId} look="primary" busy={isPending} busyLabel="Creating...">
            Submit Request
          </Button>
        </>
      }
    >
      <Tabs value={tab} onValueChange={setTab}>
        <TabList
          label="New request"
          tabs={[
            { value: 'form', label: 'Request Form' },
            { value: 'ai', label: 'AI Classification' },
          ]}
        />
        <DialogBody>
          <OfflineNotice />
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
              {failure && (
                <Note tone="red" icon={CircleAlert} role="alert" title="Your request was not created">
                  <p>{failure}</p>
                  <p className="sm">Nothing you typed was lost.</p>
                </Note>
              )}
              <FormLocked value={isPending}>
                <NewRequestFields form={form} titleField={titleField} dateField={setDateField} />
              </FormLocked>
              <PossibleDuplicates form={form} />
            </TabPanel>
          </form>
          <TabPanel value="ai">
            <ClassificationTab form={form} classified={classified} onClassified={setClassified} />
          </TabPanel>
        </DialogBody>
      </Tabs>
    </Dialog>
  )
}
