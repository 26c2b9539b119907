import type { FocusEvent } from 'react'

const CONTROLS = '.dlg > footer, .dlg > header, [role="tablist"]'

/**
 * A field is checked on leaving it, but not on the way to the dialog's own buttons: the message would move them away
 * from under the pointer between press and release, and the click would be lost. Submitting checks everything anyway.
 */
export function checkedOnLeaving<F extends { onBlur: (event: FocusEvent) => unknown }>(field: F): F {
  return {
    ...field,
    onBlur: (event: FocusEvent) => {
      const to = event.relatedTarget
      return to instanceof Element && to.closest(CONTROLS) ? undefined : field.onBlur(event)
    },
  }
}
