import { Transform } from 'node:stream'

/** A stream yielded more or fewer bytes than were announced. */
export class WrongSize extends Error {}

/** Passes bytes on and fails when there are more or fewer than `size`. */
export function exactSize(size: number): Transform {
  let passed = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length
      if (passed > size) return done(new WrongSize(`More than ${size} bytes`))
      done(null, chunk)
    },
    flush(done) {
      done(passed < size ? new WrongSize(`${passed} bytes instead of ${size}`) : null)
    },
  })
}
