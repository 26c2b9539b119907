import type { UseQueryResult } from '@tanstack/react-query'
import { useRef, type ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ReadError } from '../../ui/errors/ReadError.tsx'
import { useFocusFallback } from '../../ui/focus-fallback.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import styles from './settings.module.css'
import { classes } from '../../ui/classes.ts'

interface StoredSettingsProps<T> {
  settings: UseQueryResult<T>
  /** Explains what is set here, and when it takes effect. */
  about: ReactNode
  /** approximate height of the form in pixels, for its placeholder */
  height: number
  children: (stored: T) => ReactNode
}

/** A section of the settings: its purpose, and its form once the stored values are loaded. */
export function StoredSettings<T>({ settings, about, height, children }: StoredSettingsProps<T>) {
  return (
    <div className={classes('stack', styles.settings)}>
      <p className="text-13 soft measure">{about}</p>
      {settings.data !== undefined ? (
        children(settings.data)
      ) : settings.isError ? (
        <ReadError title="The settings could not be loaded" query={settings} />
      ) : (
        <Loading label="Loading the settings">
          <Skeleton height={height} />
        </Loading>
      )}
    </div>
  )
}

/** Whether a form of settings is stored. */
export function SavedWords({ isDirty, isUndecided = false }: { isDirty: boolean; isUndecided?: boolean }) {
  const words = isDirty ? 'Not saved yet' : isUndecided ? 'Nobody has decided on these yet' : 'All changes saved'
  return <span className="text-12 muted">{words}</span>
}

interface SaveFootProps {
  isDirty: boolean
  isSaving: boolean
  onDiscard: () => void
  /** These settings have never been decided: they can be confirmed as they are. */
  isUndecided?: boolean
  /** Whether it is stored. */
  children: ReactNode
}

/** The words of the foot: they take the focus from a button that is disabled by being pressed, and are read out. */
const STATE = '[tabindex="-1"]'

/** Footer of a form of settings. */
export function SaveFoot({ isDirty, isSaving, onDiscard, isUndecided = false, children }: SaveFootProps) {
  const canSave = isDirty || isUndecided
  const foot = useRef<HTMLElement>(null)
  const keepFocusOnDiscard = useFocusFallback(foot, STATE, isDirty)
  const keepFocusOnSave = useFocusFallback(foot, STATE, canSave)
  const discard = () => {
    keepFocusOnDiscard()
    onDiscard()
  }
  return (
    <footer className={styles.foot} ref={foot}>
      <span className="row wrap grow" tabIndex={-1}>
        {children}
      </span>
      <span className="row">
        <Button disabled={!isDirty} onClick={discard}>
          Discard
        </Button>
        <Button
          type="submit"
          look="primary"
          disabled={!canSave}
          busy={isSaving}
          busyLabel="Saving..."
          onClick={keepFocusOnSave}
        >
          {isUndecided && !isDirty ? 'Keep these settings' : 'Save settings'}
        </Button>
      </span>
    </footer>
  )
}
