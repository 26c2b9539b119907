import { useQuery } from '@tanstack/react-query'
import { CircleAlert, RefreshCw, ScanText } from 'lucide-react'
import { useRef, type ReactNode, type RefObject } from 'react'
import type { Analysis } from '../../../shared/analysis.ts'
import type { ServiceRequest } from '../../../shared/requests.ts'
import { ApiError } from '../../client/api-error.ts'
import { fullInstant } from '../../ui/formats/dates.ts'
import { useActor } from '../../people/common/use-actor.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { useFocusFallback } from '../../ui/focus-fallback.ts'
import { NotLoaded } from '../../ui/NotLoaded.tsx'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { Note } from '../../ui/Note.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { analysisOptions } from '../suggestions/api.ts'
import { ComplexityPart } from './ComplexityPart.tsx'
import { EngineNote } from '../suggestions/EngineLine.tsx'
import { EstimatePart, Points } from './EstimatePart.tsx'
import { LikelyEnd } from '../../analytics/outlook/LikelyEnd.tsx'
import { EngineHeader } from '../suggestions/EngineHeader.tsx'
import { RequestClassification } from '../suggestions/RequestClassification.tsx'
import { classes } from '../../ui/classes.ts'
import { useAnalyse } from './use-analyse.ts'
import styles from './analysis.module.css'

export interface AnalysisPanelProps {
  request: ServiceRequest
  /** of the panel's own heading */
  level: 2 | 3
}

/** The AI Processing Time Analysis of a request, and below it the request's classification. */
export default function AnalysisPanel({ request, level }: AnalysisPanelProps) {
  const Heading = `h${level}` as const
  const section = useRef<HTMLElement>(null)
  return (
    <div className="stack">
      <section className={classes('stack', styles.analysis)} aria-labelledby="analysis-title" ref={section}>
        <Analysing request={request} level={level} section={section}>
          <Heading className="h-14" id="analysis-title">
            AI Processing Time Analysis
          </Heading>
        </Analysing>
      </section>
      <RequestClassification request={request} level={level} />
    </div>
  )
}

interface AnalysingProps extends AnalysisPanelProps {
  section: RefObject<HTMLElement | null>
  /** its heading */
  children: ReactNode
}

function Analysing({ request, level, section, children }: AnalysingProps) {
  const may = useActor().permissions.has('ai.estimate')
  const stored = useQuery(analysisOptions(request.id))
  const analysis = stored.data
  // The first analysis removes the button that ran it.
  const keepFocus = useFocusFallback(section, 'button', analysis?.analysisTimestamp)
  const { analyse, analysing, error } = useAnalyse(request, keepFocus)
  const failure = error && !analysing && (
    <Note
      tone="red"
      icon={CircleAlert}
      role="alert"
      title="The analysis failed"
      action={
        <Button size="small" icon={RefreshCw} onClick={analyse}>
          Try again
        </Button>
      }
    >
      <p>{sentenceOf(error)}</p>
      <p className="text-12">The request itself is unchanged{analysis ? ', and so is the analysis below' : ''}.</p>
    </Note>
  )
  if (!analysis && stored.isPaused)
    return (
      <>
        {children}
        <NotLoaded what="The analysis was not loaded" />
      </>
    )
  return (
    <>
      <EngineHeader
        heading={children}
        engine={analysis?.engine}
        stamped={analysis ? `Analyzed ${fullInstant(analysis.analysisTimestamp)}` : ''}
        action={
          analysis &&
          may && (
            <Button size="small" icon={RefreshCw} onClick={analyse} busy={analysing}>
              Re-analyze
            </Button>
          )
        }
      />
      {failure}
      <EngineNote engine={analysis?.engine} />
      <LikelyEnd request={request} level={level} />
      {analysis ? (
        <Result analysis={analysis} level={level} />
      ) : stored.isError ? (
        <ReadError title="The analysis could not be loaded" query={stored} />
      ) : stored.isPending ? (
        <Loading label="Loading the analysis">
          <Skeleton height={140} />
        </Loading>
      ) : (
        <EmptyState
          title="No analysis yet"
          level={3}
          actions={
            may && (
              <Button icon={ScanText} onClick={analyse} busy={analysing}>
                Run AI Analysis
              </Button>
            )
          }
        >
          Estimates the processing time from finished requests that are like this one, and rates its complexity.
        </EmptyState>
      )}
    </>
  )
}

function sentenceOf(error: Error): string {
  if (error instanceof ApiError) return error.sentence
  return 'The server did not answer in time, or could not be reached.'
}

function Result({ analysis, level }: { analysis: Analysis; level: 2 | 3 }) {
  const { timeEstimate, complexity } = analysis
  return (
    <div className={styles.parts}>
      <EstimatePart estimate={timeEstimate} level={level} />
      <div className="stack">
        <ComplexityPart complexity={complexity} level={level} />
        <Points title="Risk factors" level={level} items={timeEstimate.riskFactors} none="None found." />
        <Points title="Recommendations" level={level} items={timeEstimate.recommendations} none="None." />
      </div>
    </div>
  )
}
