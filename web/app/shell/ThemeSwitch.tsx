import { Monitor, Moon, Sun } from 'lucide-react'
import { setTheme, THEMES, useTheme } from '../../client/theme.ts'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Popover } from '../../ui/Popover.tsx'
import styles from './header.module.css'

const ICONS = { light: Sun, dark: Moon, system: Monitor } as const

export function ThemeChoice() {
  return <SegmentedControl label="Theme" value={useTheme()} options={THEMES} onChange={setTheme} />
}

export function ThemeButton() {
  const theme = useTheme()
  return (
    <Popover
      label="Theme"
      className="panel small"
      trigger={
        <button type="button" className={styles.bandButton} aria-label={`Theme: ${theme}`} title="Theme">
          <Icon of={ICONS[theme]} />
        </button>
      }
    >
      <ThemeChoice />
    </Popover>
  )
}
