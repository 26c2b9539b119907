// Preloaded into the server: its clock is fixed, so that two sets of pictures show the same times.
const now = Date.parse(process.env.PICTURES_NOW)

globalThis.Date = class extends Date {
  constructor(...parts) {
    if (parts.length === 0) super(now)
    else super(...parts)
  }
  static now() {
    return now
  }
}
