/** The key code of a key that an input method takes. Safari reports the Enter that ends a composition only by it. */
const TAKEN_BY_INPUT_METHOD = 229

/** While a word is composed, its keys belong to the input method: no shortcut, list or form may act on them. */
export function ignoreComposedKeys(): void {
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.isComposing || event.keyCode === TAKEN_BY_INPUT_METHOD) event.stopImmediatePropagation()
    },
    { capture: true },
  )
}
