import { classes } from '../ui/classes.ts'
import { Loading, Skeleton } from '../ui/Skeleton.tsx'
import styles from './analytics.module.css'
import figures from './summary.module.css'

const FIGURES = ['Completed', 'Median cycle time', 'Finished by the due date', 'Open now', 'First answer']
const PANELS = 4

const BEING_READ =
  'The history of all requests is being read, which takes a while after a restart. The figures will appear automatically.'

/** Skeleton of the figures and panels. */
export function FlowLoading({ isServerLoading }: { isServerLoading: boolean }) {
  return (
    <Loading label={isServerLoading ? BEING_READ : 'Loading the figures'}>
      <div className={styles.flow}>
        <div className={styles.compared}>
          {isServerLoading ? <p className="text-13 soft">{BEING_READ}</p> : <Skeleton width={320} />}
        </div>
        <div className={classes('card', figures.summary)}>
          {FIGURES.map((label) => (
            <div key={label}>
              <Skeleton width={110} />
              <Skeleton width={140} height={28} />
            </div>
          ))}
        </div>
        <div className={styles.panels}>
          {Array.from({ length: PANELS }, (_, index) => (
            <div key={index} className={classes('card padded', styles.panelLoading)}>
              <Skeleton width={90} />
              <Skeleton width="70%" height={18} />
              <Skeleton height={220} />
            </div>
          ))}
        </div>
      </div>
    </Loading>
  )
}
