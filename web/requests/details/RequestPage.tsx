import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, FileDown, Link2 } from 'lucide-react'
import { Link, useParams } from 'react-router'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { say } from '../../../shared/texts/say.ts'
import { storedListAddress } from '../common/stored-list-state.ts'
import { PRODUCT } from '../../app/pages/pages.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { requestOptions } from '../common/api.ts'
import { copyLink } from '../common/copy-link.ts'
import { PrintButton } from '../../ui/PrintButton.tsx'
import { RequestPrint } from '../print/PrintSheet.tsx'
import { useSavePdf } from '../print/use-save-pdf.ts'
import { RequestActions } from './RequestActions.tsx'
import { RequestFacts, RequestMarks } from './RequestFacts.tsx'
import { isNotFound } from '../../ui/errors/not-found.ts'
import { RequestMissing, RequestStale } from '../common/RequestMissing.tsx'
import { RequestTabs } from './RequestTabs.tsx'
import { useDetails } from './use-details.ts'
import { useFreshDetails } from './use-fresh-details.ts'
import { classes } from '../../ui/classes.ts'
import styles from './details.module.css'

function Loaded({ request }: { request: ServiceRequest }) {
  const details = useDetails(request)
  const saving = useSavePdf()
  return (
    <>
      <title>{`${request.requestId} ${request.title} – ${say(PRODUCT)}`}</title>
      <article className={classes('card', styles.requestPage)}>
        <header>
          <RequestMarks request={request} />
          <h1 className="h-20" tabIndex={-1}>
            <bdi>{request.title}</bdi>
          </h1>
          <RequestFacts request={request} />
          <div className={classes('row wrap', styles.requestActions)}>
            <RequestActions request={request} details={details} />
            <span className="grow" />
            <Button look="quiet" icon={Link2} onClick={() => void copyLink(request)}>
              {say('Copy link')}
            </Button>
            <PrintButton />
            <Button
              look="quiet"
              icon={FileDown}
              busy={saving.isPending && saving.variables.id === request.id}
              busyLabel={say('Saving…')}
              onClick={() => saving.mutate(request)}
            >
              {say('Save as PDF')}
            </Button>
          </div>
        </header>
        <RequestTabs request={request} {...details.tabs} level={2} bodyClass={styles.requestBody} />
      </article>
      <RequestPrint request={request} />
    </>
  )
}

/** A request on its own page, addressed by its number: for sharing, keeping open and printing. */
export default function RequestPage() {
  const { id = '' } = useParams()
  const request = useQuery(requestOptions(id))
  useFreshDetails(id, request.data?.id)
  return (
    <>
      <p className="way-back">
        <Link to={storedListAddress('/requests')}>
          <Icon of={ChevronLeft} size="s" />
          {say('All Requests')}
        </Link>
      </p>
      <RequestStale query={request} />
      {request.data && !isNotFound(request) ? (
        <Loaded request={request.data} />
      ) : (
        <section className={classes('card padded', styles.requestPage)}>
          <h1 className="visually-hidden" tabIndex={-1}>
            {say('Request')}
          </h1>
          <RequestMissing query={request} />
        </section>
      )}
    </>
  )
}
