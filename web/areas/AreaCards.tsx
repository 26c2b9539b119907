import { Link } from 'react-router'
import { titleOf } from '../pages.ts'
import './areas.css'

/** The parts of an area, each a card under its page's title that leads there. */
export function AreaCards({ cards }: { cards: readonly { path: string; line: string }[] }) {
  return (
    <ul className="area-cards">
      {cards.map(({ path, line }) => (
        <li key={path} className="card pad">
          <h2 className="h-14">
            <Link to={path}>{titleOf(path)}</Link>
          </h2>
          <p className="t13 soft">{line}</p>
        </li>
      ))}
    </ul>
  )
}
