import type { ReactNode } from 'react'
import { useOfficeName } from '../../client/office-name.ts'
import { PRODUCT, SUBTITLE } from '../../app/pages/pages.ts'
import { Shield } from '../../ui/Shield.tsx'
import { Rosette } from './Rosette.tsx'
import styles from './login.module.css'
import { say } from '../../../shared/texts/say.ts'

/** Layout of the screens before sign-in: the programme's branding on the left, one card on the right. */
export function SignInLayout({ foot, children }: { foot?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.door}>
      <section className="band" aria-label={say(PRODUCT)}>
        <Rosette />
        <div className="identity">
          <Shield />
          <b>{useOfficeName()}</b>
        </div>
        <div className={styles.face}>
          <p className={styles.name}>{say(PRODUCT)}</p>
          <p>{say(SUBTITLE)}</p>
        </div>
      </section>
      <div className={styles.way}>
        <main className="card">{children}</main>
        {foot}
      </div>
    </div>
  )
}
