import type { AiSettings, AiTask } from '../../shared/settings.ts'
import { ScrollX } from '../ai/ScrollX.tsx'

const TASKS: Record<AiTask, string> = {
  classify: 'Classification',
  estimate: 'Analysis',
  answer: 'Assistant',
  test: 'Test',
}
const month = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Calls and tokens by month: what the endpoint's bill can be held against. */
export function UsageTable({ usage }: Pick<AiSettings, 'usage'>) {
  return (
    <section className="card" aria-labelledby="usage">
      <header className="ln">
        <h2 id="usage">Use by month</h2>
        <span className="sm muted">kept for 400 days</span>
      </header>
      {usage.length === 0 ? (
        <p className="pad t13 soft">Nothing was asked yet.</p>
      ) : (
        <ScrollX label="Use by month">
          <table className="set-usage">
            <thead>
              <tr>
                <th scope="col">Month</th>
                <th scope="col">What for</th>
                <th scope="col" className="num">
                  Calls
                </th>
                <th scope="col" className="num">
                  Failed
                </th>
                <th scope="col" className="num">
                  Tokens sent
                </th>
                <th scope="col" className="num">
                  Tokens received
                </th>
              </tr>
            </thead>
            <tbody>
              {usage.map((row) => (
                <tr key={`${row.month} ${row.task}`}>
                  <td className="nw">{month.format(new Date(`${row.month}-01T00:00:00Z`))}</td>
                  <td>{TASKS[row.task]}</td>
                  {[row.calls, row.failed, row.promptTokens, row.completionTokens].map((figure, i) => (
                    <td key={i} className="num">
                      {figure.toLocaleString('en')}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollX>
      )}
    </section>
  )
}
