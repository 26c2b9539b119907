/** A legacy form field (Word up to 2003), whose displayed value is not part of the text. */
export class FormField {
  readonly #kind: 'checkBox' | 'ddList'
  readonly #entries: string[] = []
  #isChecked = false
  #chosen = 0

  constructor(kind: 'checkBox' | 'ddList') {
    this.#kind = kind
  }

  /** Reads a setting of the field; the choice comes after the default and overrides it. */
  read(name: string, value: string): void {
    if (name === 'listEntry') this.#entries.push(value)
    else if (name === 'result') this.#chosen = Number(value)
    else if (name === 'default' || name === 'checked') {
      this.#isChecked = !['0', 'false', 'off'].includes(value)
      if (name === 'default') this.#chosen = Number(value) || 0
    }
  }

  shown(): string {
    if (this.#kind === 'ddList') return this.#entries[this.#chosen] ?? ''
    return this.#isChecked ? '☒' : '☐'
  }
}
