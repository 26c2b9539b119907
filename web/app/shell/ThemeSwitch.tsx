import { Monitor, Moon, Sun } from 'lucide-react'
import { setTheme, THEMES, useTheme } from '../../client/theme.ts'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Popover } from '../../ui/Popover.tsx'
import styles from './header.module.css'
import { say } from '../../../shared/texts/say.ts'

const ICONS = { light: Sun, dark: Moon, system: Monitor } as const

export function ThemeChoice() {
  return <SegmentedControl label={say('Theme')} value={useTheme()} options={THEMES} onChange={setTheme} />
}

export function ThemeButton() {
  const theme = useTheme()
  return (
    <Popover
      label={say('Theme')}
      className="panel small"
      trigger={
        <button
          type="button"
          className={styles.bandButton}
          aria-label={say('Theme: {theme}', { theme })}
          title={say('Theme')}
        >
          <Icon of={ICONS[theme]} />
        </button>
      }
    >
      <ThemeChoice />
    </Popover>
  )
}
