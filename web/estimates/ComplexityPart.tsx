import type { ComplexityRating } from '../../shared/ai.ts'
import { count } from '../ui/count.ts'
import { Meter } from '../ui/Meter.tsx'

const WORDS = { low: 'Low', medium: 'Medium', high: 'High', critical: 'Critical' } as const

/** The complexity out of ten, with the parts that its points come from. */
export function ComplexityPart({ complexity, level }: { complexity: ComplexityRating; level: 2 | 3 }) {
  const Heading = level === 2 ? 'h3' : 'h4'
  const { score, parts } = complexity
  return (
    <div className="stack t">
      <div className="row between t13">
        <Heading className="t13 b">Complexity</Heading>
        <span>
          <b className="b">{WORDS[complexity.complexity]}</b> · {count(score)} out of 10
        </span>
      </div>
      <Meter value={score} label="Complexity" color={`var(--${complexity.complexity})`} />
      <p className="t13 soft">{complexity.reasoning}</p>
      <Heading className="t13 b">Key factors</Heading>
      <ul className="dots">
        {complexity.keyFactors.map((factor) => (
          <li key={factor}>{factor}</li>
        ))}
        {complexity.keyFactors.length === 0 && <li>Nothing stands out.</li>}
      </ul>
      <table className="tight figures-small">
        <caption className="sr">Where the complexity points come from</caption>
        <thead>
          <tr>
            <th scope="col">Part</th>
            <th scope="col" className="num">
              Points
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ name, points, because }) => (
            <tr key={name}>
              <td>
                {name}
                <span className="sm muted part-because">{because}</span>
              </td>
              <td className="num m">{signed(points)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function signed(points: number): string {
  return points.toLocaleString('en', { signDisplay: 'exceptZero' }).replace('-', '−')
}
