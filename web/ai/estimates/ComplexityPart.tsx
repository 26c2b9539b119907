import type { ComplexityRating } from '../../../shared/analysis.ts'
import { formatNumber } from '../../../shared/texts/formats.ts'
import { count } from '../../ui/count.ts'
import { Meter } from '../../ui/Meter.tsx'
import styles from './analysis.module.css'
import { classes } from '../../ui/classes.ts'

const WORDS = { low: 'Low', medium: 'Medium', high: 'High', critical: 'Critical' } as const

/** The complexity out of ten, with the parts that its points come from. */
export function ComplexityPart({ complexity, level }: { complexity: ComplexityRating; level: 2 | 3 }) {
  const Heading = level === 2 ? 'h3' : 'h4'
  const { score, parts } = complexity
  return (
    <div className="stack gap-2">
      <div className="row between text-13">
        <Heading className="text-13 semibold">Complexity</Heading>
        <span>
          <b className="semibold">{WORDS[complexity.complexity]}</b> · {count(score)} out of 10
        </span>
      </div>
      <Meter value={score} label="Complexity" color={`var(--${complexity.complexity})`} />
      <p className="text-13 soft">{complexity.reasoning}</p>
      <Heading className="text-13 semibold">Key factors</Heading>
      {parts.length === 0 ? <p className="text-13 soft">Nothing stands out.</p> : <Parts parts={parts} />}
    </div>
  )
}

/** Says what `keyFactors` lists, with the reasons. */
function Parts({ parts }: Pick<ComplexityRating, 'parts'>) {
  return (
    <table className={classes('tight', styles.smallFigures)}>
      <caption className="visually-hidden">Where the complexity points come from</caption>
      <thead>
        <tr>
          <th scope="col">Part</th>
          <th scope="col" className="numeric">
            Points
          </th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ name, points, because }) => (
          <tr key={name}>
            <td>
              {name}
              <span className={classes('text-12 muted', styles.because)}>{because}</span>
            </td>
            <td className="numeric medium">{signed(points)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function signed(points: number): string {
  return formatNumber(points, { signDisplay: 'exceptZero' }).replace('-', '−')
}
