/** The clock of a test: stands still until it is moved. */
export interface TestClock {
  (): Date
  set(instant: string): void
  forward(milliseconds: number): void
}

export function testClock(start: string): TestClock {
  let now = Date.parse(start)
  return Object.assign(() => new Date(now), {
    set: (instant: string) => {
      now = Date.parse(instant)
    },
    forward: (milliseconds: number) => {
      now += milliseconds
    },
  })
}
