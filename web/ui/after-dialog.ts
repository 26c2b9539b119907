/** Longer than the pause within a double click, and too short to aim at anything else. */
const SECOND_PRESS_MS = 300

/**
 * Covers the page for a moment, so that the second click on a button that closed a dialog does not press what was below it.
 * @param dialogs also covers the dialog that took its place
 */
export function coverPage({ dialogs }: { dialogs: boolean }): void {
  const cover = document.createElement('div')
  cover.className = dialogs ? 'cover' : 'cover below-dialogs'
  document.body.append(cover)
  setTimeout(() => cover.remove(), SECOND_PRESS_MS)
}

/** Returns the focus to what opened a dialog. The second press of the key that closed the dialog does not open it again. */
export function focusOpener(opener: HTMLElement): void {
  const ignorePress = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') event.preventDefault()
  }
  opener.focus()
  opener.addEventListener('keydown', ignorePress)
  setTimeout(() => opener.removeEventListener('keydown', ignorePress), SECOND_PRESS_MS)
}
