import { LogOut, Menu as MenuIcon } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { PRODUCT, SUBTITLE, titleOf } from '../pages/pages.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Notices } from './Notices.tsx'
import { Shield } from '../../ui/Shield.tsx'
import { signOut } from '../../client/sign-out.ts'
import { ThemeButton } from './ThemeSwitch.tsx'
import { SignedInPerson } from './SignedInPerson.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'
import { classes } from '../../ui/classes.ts'
import { TABLET, useMedia } from '../../ui/media.ts'
import styles from './header.module.css'
import { say } from '../../../shared/texts/say.ts'

/** The header of signed-in screens; phones have `PhoneHeader`. */
export function AppHeader() {
  const isIconOnly = useMedia(TABLET)
  return (
    <header className="band">
      <Link to="/dashboard" className="identity">
        <Shield />
        <span>
          <b>{say(PRODUCT)}</b>
          <span>{say(SUBTITLE)}</span>
        </span>
      </Link>
      <span className="grow" />
      <ThemeButton />
      <Notices />
      <SignedInPerson />
      <Tooltip label={say('Sign Out')} side="bottom" naming disabled={!isIconOnly}>
        <button type="button" className={styles.bandButton} onClick={signOut}>
          <Icon of={LogOut} />
          <span className={styles.word}>{say('Sign Out')}</span>
        </button>
      </Tooltip>
    </header>
  )
}

/** The header on phones: the menu button and the page's title. */
export function PhoneHeader({ onMenu }: { onMenu: () => void }) {
  const { pathname } = useLocation()
  return (
    <header className={classes('band', styles.phone)}>
      <button type="button" className={styles.bandButton} aria-label={say('Menu')} onClick={onMenu}>
        <Icon of={MenuIcon} size="l" />
      </button>
      <b className="grow truncated" aria-hidden="true">
        {titleOf(pathname) ?? say(PRODUCT)}
      </b>
      <Notices large />
    </header>
  )
}
