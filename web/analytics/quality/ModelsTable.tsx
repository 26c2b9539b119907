import type { AiQuality } from '../../../shared/ai-quality.ts'
import { instantDay } from '../../ui/formats/dates.ts'
import { count } from '../../ui/count.ts'
import { Scrolling } from '../../ui/Scrolling.tsx'
import { FIELD_LABELS, SUGGESTED_FIELDS } from '../../ai/suggestions/draft-classification.ts'
import { percent } from '../../ui/formats/percent.ts'
import styles from './quality.module.css'
import { classes } from '../../ui/classes.ts'

/** Models trained on the office's requests: results against the previous model, and whether each was adopted. */
export function ModelsTable({ models }: { models: AiQuality['models'] }) {
  return (
    <section className="card" aria-labelledby="models">
      <header>
        <h2 id="models">Models</h2>
      </header>
      <div className={styles.table}>
        {models.length === 0 ? (
          <p className="text-13 soft">
            No model has been trained on this office’s requests yet. The engine answers from the examples it started
            with.
          </p>
        ) : (
          <Scrolling label="Models">
            <table className={classes('tight', styles.models)}>
              <thead>
                <tr>
                  <th scope="col">Trained</th>
                  <th scope="col">Engine</th>
                  <th scope="col">Learned from</th>
                  {SUGGESTED_FIELDS.map((name) => (
                    <th key={name} scope="col" className="numeric">
                      {FIELD_LABELS[name]}
                    </th>
                  ))}
                  <th scope="col">In use</th>
                </tr>
              </thead>
              <tbody>
                {models.map((model) => (
                  <tr key={model.id}>
                    <td className="nowrap">{instantDay(model.createdAt)}</td>
                    <td>
                      {model.engine} {model.version}
                    </td>
                    <td>
                      {count(model.requests)} requests, {count(model.decisions)} decisions
                      {model.dataFrom && model.dataTo && (
                        <span className={classes('text-12 muted', styles.span)}>
                          {instantDay(model.dataFrom)} to {instantDay(model.dataTo)}
                        </span>
                      )}
                    </td>
                    {SUGGESTED_FIELDS.map((name) => {
                      const score = model.scores[name]
                      return (
                        <td key={name} className="numeric nowrap">
                          {score && score.asked > 0 ? (
                            <>
                              {percent(score.accuracy)} <span className="muted">previous {percent(score.before)}</span>
                            </>
                          ) : (
                            <span className="muted">–</span>
                          )}
                        </td>
                      )
                    })}
                    <td>{model.takenIntoUse ? 'Yes' : 'Not used: no better than the one before'}</td>
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
