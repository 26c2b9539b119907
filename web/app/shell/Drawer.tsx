import { Dialog } from 'radix-ui'
import { LogOut, X } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { classes } from '../../ui/classes.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Menu } from './Menu.tsx'
import { signOut } from '../../client/sign-out.ts'
import { ThemeChoice } from './ThemeSwitch.tsx'
import { SignedInPerson } from './SignedInPerson.tsx'
import { useScrollLock } from '../../ui/scroll-lock.ts'
import styles from './drawer.module.css'
import headerStyles from './header.module.css'
import { say } from '../../../shared/texts/say.ts'

/** The phone's menu. */
export function Drawer({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <div className={styles.scrim} />
        <Dialog.Content className={styles.drawer} aria-describedby={undefined}>
          <ScrollLock />
          <Dialog.Title className="visually-hidden">{say('Menu')}</Dialog.Title>
          <div className="band">
            <SignedInPerson className={classes('grow', styles.person)} />
            <Dialog.Close className={classes(headerStyles.bandButton, styles.close)} aria-label={say('Close the menu')}>
              <Icon of={X} size="l" />
            </Dialog.Close>
          </div>
          <Menu onFollow={() => onOpenChange(false)} />
          <div className={styles.foot}>
            <ThemeChoice />
            <Button look="quiet" icon={LogOut} onClick={signOut}>
              {say('Sign Out')}
            </Button>
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Mounted only while the menu is open. */
function ScrollLock() {
  useScrollLock()
  return null
}
