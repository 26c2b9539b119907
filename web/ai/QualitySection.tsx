import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SuggestedField } from '../../shared/ai.ts'
import type { AiQuality } from '../../shared/ai-quality.ts'
import { DEPARTMENTS } from '../../shared/request-rules.ts'
import { ChartCard } from '../charts/ChartCard.tsx'
import { instantDay } from '../requests/dates.ts'
import { Choice } from '../ui/Choice.tsx'
import { ErrorNote } from '../ui/ErrorNote.tsx'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import { qualityOptions } from './api.ts'
import { CalibrationChart } from './CalibrationChart.tsx'
import { FIELD_LABELS, SUGGESTED_FIELDS, valueLabel } from './draft-classification.ts'
import { EngineCard } from './EngineCard.tsx'
import { percent } from './percent.ts'
import {
  calibrationFinding,
  driftFinding,
  intervalFinding,
  openPastRange,
  judgedOn,
  share,
  type FieldQuality,
} from './quality.ts'
import { Scrolling } from '../ui/Scrolling.tsx'
import { ShareTable } from './ShareTable.tsx'
import './quality.css'

const CONFUSIONS = 8

/** How the suggestions and estimates of the last year fared against what people decided and how long things took. */
export function QualitySection() {
  const quality = useQuery(qualityOptions())
  const [field, setField] = useState<SuggestedField>('priority')
  if (quality.isError && !quality.data)
    return (
      <ErrorNote
        title="The quality of the suggestions could not be read"
        error={quality.error}
        onRetry={() => void quality.refetch()}
        retrying={quality.isFetching}
      />
    )
  if (!quality.data)
    return (
      <Loading>
        <Skeleton height={240} />
      </Loading>
    )
  const { fields, intervals, models } = quality.data
  const chosen = fields.find((one) => one.field === field)
  return (
    <div className="stack">
      <EngineCard />
      <Agreement fields={fields} />
      {chosen && (
        <>
          <div className="row w quality-choice">
            <span className="t13 soft">Look closer at</span>
            <Choice
              label="Suggested field"
              value={field}
              options={SUGGESTED_FIELDS.map((value) => ({ value, label: FIELD_LABELS[value] }))}
              onChange={setField}
            />
          </div>
          <FieldCards quality={chosen} />
        </>
      )}
      <Intervals intervals={intervals} />
      <Models models={models} />
    </div>
  )
}

function Agreement({ fields }: { fields: FieldQuality[] }) {
  return (
    <section className="card" aria-labelledby="agreement">
      <header>
        <h2 id="agreement">What people made of the suggestions of the last year</h2>
      </header>
      <Scrolling className="scroll-x quality-table" label="Decisions by field">
        <table className="tight">
          <thead>
            <tr>
              <th scope="col">Field</th>
              {['Decided', 'Accepted', 'Changed', 'Rejected'].map((head) => (
                <th key={head} scope="col" className="num">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {SUGGESTED_FIELDS.flatMap((name) => fields.filter(({ field }) => field === name)).map((row) => (
              <tr key={row.field}>
                <th scope="row">{FIELD_LABELS[row.field]}</th>
                <td className="num">{row.decided.toLocaleString('en')}</td>
                {[row.accepted, row.changed, row.rejected].map((part, i) => (
                  <td key={i} className="num">
                    {part.toLocaleString('en')} <span className="muted">{share(part, row.decided)}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
      <p className="t13 soft quality-note">{judgedOn(fields)}</p>
    </section>
  )
}

function FieldCards({ quality }: { quality: FieldQuality }) {
  const { calibration, confusion, byMonth, field } = quality
  const others = confusion.filter(({ suggested, decided }) => suggested !== decided)
  return (
    <div className="quality-cards">
      <ChartCard
        name={`${FIELD_LABELS[field]}: stated probability against what was accepted`}
        finding={calibrationFinding(quality)}
        note="On the dashed line it is as sure as it may be"
        table={
          <ShareTable
            caption="Accepted by stated probability"
            head={['Stated', 'Decided', 'Accepted']}
            rows={calibration
              .filter(({ decided }) => decided > 0)
              .map(({ from, to, decided, accepted }) => ({
                label: `${percent(from)} to ${percent(to)}`,
                whole: decided,
                part: accepted,
              }))}
          />
        }
      >
        <CalibrationChart calibration={calibration} />
      </ChartCard>
      <section className="card" aria-labelledby="confusion">
        <header>
          <h2 id="confusion">Where people decided otherwise</h2>
        </header>
        <div className="quality-table">
          {others.length === 0 ? (
            <p className="t13 soft">Nobody has decided otherwise yet.</p>
          ) : (
            <table className="tight">
              <thead>
                <tr>
                  <th scope="col">Suggested</th>
                  <th scope="col">Decided</th>
                  <th scope="col" className="num">
                    Times
                  </th>
                </tr>
              </thead>
              <tbody>
                {others.slice(0, CONFUSIONS).map(({ suggested, decided, count }) => (
                  <tr key={`${suggested} ${decided}`}>
                    <td>{valueLabel(field, suggested)}</td>
                    <td>{decided === 'rejected' ? 'Rejected, no other value' : valueLabel(field, decided)}</td>
                    <td className="num">{count.toLocaleString('en')}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          )}
        </div>
      </section>
      <section className="card" aria-labelledby="drift">
        <header>
          <h2 id="drift">{driftFinding(quality)}</h2>
        </header>
        <div className="quality-table">
          <ShareTable
            caption="Accepted by month"
            head={['Month', 'Decided', 'Accepted']}
            rows={byMonth.map(({ month, decided, accepted }) => ({ label: month, whole: decided, part: accepted }))}
          />
        </div>
      </section>
    </div>
  )
}

function Intervals({ intervals }: { intervals: AiQuality['intervals'] }) {
  const past = openPastRange(intervals)
  return (
    <section className="card" aria-labelledby="intervals">
      <header>
        <div>
          <p className="sm muted">Time estimates</p>
          <h2 id="intervals">{intervalFinding(intervals)}</h2>
          {past !== null && <p className="t13 soft">{past}</p>}
        </div>
      </header>
      <div className="quality-cards quality-table">
        <ShareTable
          caption="Held by department"
          head={['Department', 'Finished', 'Held']}
          rows={intervals.byDepartment.map(({ department, finished, held }) => ({
            label: DEPARTMENTS[department],
            whole: finished,
            part: held,
          }))}
        />
        <ShareTable
          caption="Held by month"
          head={['Month', 'Finished', 'Held']}
          rows={intervals.byMonth.map(({ month, finished, held }) => ({ label: month, whole: finished, part: held }))}
        />
      </div>
    </section>
  )
}

function Models({ models }: { models: AiQuality['models'] }) {
  return (
    <section className="card" aria-labelledby="models">
      <header>
        <h2 id="models">Models</h2>
      </header>
      <div className="quality-table">
        {models.length === 0 ? (
          <p className="t13 soft">
            None was trained on this office’s requests yet: the engine answers from the examples it started with.
          </p>
        ) : (
          <Scrolling label="Models">
            <table className="tight">
              <thead>
                <tr>
                  <th scope="col">Trained</th>
                  <th scope="col">Engine</th>
                  <th scope="col">Learned from</th>
                  {SUGGESTED_FIELDS.map((name) => (
                    <th key={name} scope="col" className="num">
                      {FIELD_LABELS[name]}
                    </th>
                  ))}
                  <th scope="col">In use</th>
                </tr>
              </thead>
              <tbody>
                {models.map((model) => (
                  <tr key={model.id}>
                    <td className="nw">{instantDay(model.createdAt)}</td>
                    <td>
                      {model.engine} {model.version}
                    </td>
                    <td>
                      {model.requests.toLocaleString('en')} requests, {model.decisions.toLocaleString('en')} decisions
                      {model.dataFrom && model.dataTo && (
                        <span className="sm muted quality-span">
                          {instantDay(model.dataFrom)} to {instantDay(model.dataTo)}
                        </span>
                      )}
                    </td>
                    {SUGGESTED_FIELDS.map((name) => {
                      const score = model.scores[name]
                      return (
                        <td key={name} className="num nw">
                          {score && score.asked > 0 ? (
                            <>
                              {percent(score.accuracy)} <span className="muted">before {percent(score.before)}</span>
                            </>
                          ) : (
                            <span className="muted">–</span>
                          )}
                        </td>
                      )
                    })}
                    <td>{model.takenIntoUse ? 'Taken into use' : 'Not better, left out'}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scrolling>
        )}
      </div>
    </section>
  )
}
