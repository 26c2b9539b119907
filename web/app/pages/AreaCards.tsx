import { Link } from 'react-router'
import { useSession } from '../../client/session.ts'
import { maySee, PAGES } from './pages.ts'
import styles from './area-cards.module.css'
import { say } from '../../../shared/texts/say.ts'

/** The pages of an area, each as a card with the page's title that links to it. */
export function AreaCards({ of: area }: { of: string }) {
  const permissions = useSession()?.user.permissions ?? []
  return (
    <ul className={styles.cards}>
      {PAGES.filter(({ path, card, needs }) => card && maySee(needs, permissions) && path.startsWith(`${area}/`)).map(
        ({ path, title, card }) => (
          <li key={path} className="card padded">
            <h2 className="h-14">
              <Link to={path}>{say(title)}</Link>
            </h2>
            <p className="text-13 soft">{card && say(card)}</p>
          </li>
        ),
      )}
    </ul>
  )
}
