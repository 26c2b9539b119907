import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { LONG_TEXTS } from '../../../shared/request-fields.ts'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { say } from '../../../shared/texts/say.ts'
import { commentsOptions } from '../common/comments-api.ts'
import { requestDocumentsOptions } from '../../documents/common/documents-api.ts'
import { CommentsTab } from '../comments/CommentsTab.tsx'
import { count } from '../../ui/count.ts'
import { TabList, TabPanel, Tabs } from '../../ui/Tabs.tsx'
import { AiAnalysisTab } from './AiAnalysisTab.tsx'
import { Description } from '../common/Description.tsx'
import { OutlookPart } from '../../analytics/outlook/OutlookPart.tsx'
import { RequestDocumentsTab } from './RequestDocumentsTab.tsx'
import { RequestSources } from './RequestSources.tsx'
import { RequestTimeline } from './RequestTimeline.tsx'
import type { CommentFocus } from '../common/use-comment-focus.ts'
import type { RequestTab } from '../common/use-open-request.ts'
import { classes } from '../../ui/classes.ts'
import styles from './details.module.css'

interface RequestTabsProps {
  request: ServiceRequest
  tab: RequestTab
  onTab: (tab: RequestTab) => void
  commentFocus: CommentFocus
  /** level of the headings inside: below the dialog's h2 or the page's h1 */
  level: 2 | 3
  /** class of the element around the open tab: the scrolling body of a dialog, the body of a card */
  bodyClass: string | undefined
}

function Details({ request, level }: { request: ServiceRequest; level: 2 | 3 }) {
  const Heading = `h${level}` as const
  return (
    <div className={styles.details}>
      <OutlookPart request={request} level={level} />
      <div className={classes('stack', styles.texts)}>
        {LONG_TEXTS.map(({ wire, label }) => (
          <section key={wire} className="stack gap-2">
            <Heading className="h-14">{say(label)}</Heading>
            <Description text={request[wire]} />
            {wire === 'description' && <RequestSources requestId={request.id} />}
          </section>
        ))}
      </div>
      <section className="stack gap-2">
        <Heading className="h-14">{say('Timeline')}</Heading>
        <RequestTimeline requestId={request.id} />
      </section>
    </div>
  )
}

/** The four tabs of a request, the same in the dialog and on its own page. */
export function RequestTabs({ request, tab, onTab, commentFocus, level, bodyClass }: RequestTabsProps) {
  const comments = useInfiniteQuery(commentsOptions(request.id))
  const commentCount = comments.data?.length
  const attached = useQuery(requestDocumentsOptions(request.id)).data?.documents.length
  // The total is unknown until all pages are loaded.
  const more = comments.hasNextPage ? '+' : ''
  // The head above is painted first: on a slow machine the open tab takes as long again.
  const isHeadPainted = useDeferredValue(true, false)
  return (
    <Tabs value={tab} onValueChange={(value) => onTab(value as RequestTab)}>
      <TabList
        label={say('Parts of the request')}
        tabs={[
          { value: 'details', label: say('Details') },
          { value: 'ai', label: say('AI Analysis') },
          { value: 'comments', label: say('Comments'), count: commentCount ? count(commentCount) + more : undefined },
          { value: 'documents', label: say('Documents'), count: attached ? count(attached) : undefined },
        ]}
      />
      <div className={bodyClass}>
        {isHeadPainted && (
          <>
            <TabPanel value="details">
              <Details request={request} level={level} />
            </TabPanel>
            <TabPanel value="ai">
              <AiAnalysisTab request={request} level={level} />
            </TabPanel>
            <TabPanel value="comments">
              <CommentsTab requestId={request.id} focus={commentFocus} level={level} />
            </TabPanel>
            <TabPanel value="documents">
              <RequestDocumentsTab key={request.id} request={request} level={level} />
            </TabPanel>
          </>
        )}
      </div>
    </Tabs>
  )
}
