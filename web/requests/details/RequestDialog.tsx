import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, FileDown, Link2, Printer } from 'lucide-react'
import { useDeferredValue, useEffect, useRef, type ReactNode } from 'react'
import { canCancel } from '../../../shared/request-rules.ts'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { say } from '../../../shared/texts/say.ts'
import { OfflineNotice } from '../../ui/errors/OfflineNotice.tsx'
import { ViewAsNotice } from '../../ui/errors/ViewAsNotice.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useFocusFallback } from '../../ui/focus-fallback.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { requestOptions } from '../common/api.ts'
import { copyLink } from '../common/copy-link.ts'
import { RequestPrint } from '../print/PrintSheet.tsx'
import { useSavePdf } from '../print/use-save-pdf.ts'
import { MissingDialog } from '../dialogs/MissingDialog.tsx'
import { RequestActions } from './RequestActions.tsx'
import { RequestFacts, RequestMarks } from './RequestFacts.tsx'
import { RequestTabs } from './RequestTabs.tsx'
import { isNotFound } from '../../ui/errors/not-found.ts'
import { RequestStale } from '../common/RequestMissing.tsx'
import { useDetails } from './use-details.ts'
import { useFreshDetails } from './use-fresh-details.ts'
import { useActor } from '../../people/common/use-actor.ts'
import type { Neighbours } from './use-neighbours.ts'
import { useOpenRequest } from '../common/use-open-request.ts'
import { classes } from '../../ui/classes.ts'
import styles from './details.module.css'

const WIDTH = 920

function HeadActions({ request, neighbours }: { request: ServiceRequest; neighbours: Neighbours }) {
  const box = useRef<HTMLSpanElement>(null)
  const keepFocus = useFocusFallback(box, 'button:enabled', `${request.id} ${neighbours.hasNext}`)
  const saving = useSavePdf()
  const go = (by: 1 | -1) => {
    keepFocus()
    neighbours.go(by)
  }
  return (
    <span className={styles.asOne} ref={box}>
      <IconButton
        size="small"
        label={say('Previous request')}
        icon={ChevronLeft}
        disabled={!neighbours.hasPrevious}
        onClick={() => go(-1)}
      />
      <IconButton
        size="small"
        label={say('Next request')}
        icon={ChevronRight}
        disabled={!neighbours.hasNext}
        onClick={() => go(1)}
      />
      <IconButton size="small" label={say('Copy link')} icon={Link2} onClick={() => void copyLink(request)} />
      <IconButton
        size="small"
        label={say('Print')}
        icon={Printer}
        className="no-touch"
        onClick={() => window.print()}
      />
      <IconButton
        size="small"
        label={say('Save as PDF')}
        icon={FileDown}
        busy={saving.isPending && saving.variables.id === request.id}
        onClick={() => saving.mutate(request)}
      />
    </span>
  )
}

interface LoadedProps {
  request: ServiceRequest
  neighbours: Neighbours
  /** note that the request could not be refetched */
  stale: ReactNode
  onClose: () => void
}

function Loaded({ request, neighbours, stale, onClose }: LoadedProps) {
  const actor = useActor()
  const details = useDetails(request)
  const { cancelled } = details
  const heading = useRef<HTMLSpanElement>(null)
  const mayCancel = canCancel(actor, request)
  const isHeadPainted = useDeferredValue(true, false)
  useEffect(() => {
    // The focus was lost with the Cancel button, which has been removed.
    if (cancelled && !mayCancel && document.activeElement?.matches('body, .dialog')) heading.current?.focus()
  }, [cancelled, mayCancel])
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width={WIDTH}
      top={<RequestMarks request={request} />}
      title={
        <span ref={heading} tabIndex={-1} dir="auto">
          {request.title}
        </span>
      }
      initialFocus={heading}
      actions={<HeadActions request={request} neighbours={neighbours} />}
      under={
        <>
          <RequestFacts request={request} />
          <OfflineNotice />
          <ViewAsNotice />
          {stale}
        </>
      }
      footer={
        <>
          <RequestActions request={request} details={details} />
          <span className="grow" />
          <Button onClick={onClose}>{say('Close')}</Button>
        </>
      }
    >
      <RequestTabs request={request} {...details.tabs} level={3} bodyClass={classes('body', styles.requestTabs)} />
      {isHeadPainted && <RequestPrint request={request} />}
    </Dialog>
  )
}

/** The details of a request, in a dialog over the page that it was opened from. */
export function RequestDialog({ id, neighbours }: { id: string; neighbours: Neighbours }) {
  const { close } = useOpenRequest()
  const request = useQuery(requestOptions(id))
  useFreshDetails(id, request.data?.id)
  const heading = useRef<HTMLSpanElement>(null)
  if (request.data && !isNotFound(request))
    return (
      <Loaded request={request.data} neighbours={neighbours} stale={<RequestStale query={request} />} onClose={close} />
    )
  return (
    <MissingDialog
      query={request}
      width={WIDTH}
      title={
        <span ref={heading} tabIndex={-1}>
          {say('Request')}
        </span>
      }
      initialFocus={heading}
      onClose={close}
    />
  )
}
