import type { Page } from '@playwright/test'

/** A tab stop: role and name, as a screen reader announces them. */
type Stop = string
export const END_OF_PAGE = 'the end of the page'

/** The focused element as a number, so that a repeated stop is recognised; -1 for the body. */
function focusedElement(page: Page): Promise<{ number: number; isDate: boolean }> {
  return page.evaluate(() => {
    const kept = window as unknown as { stops?: Element[] }
    const stops = (kept.stops ??= [])
    const focused = document.activeElement
    if (!focused || focused === document.body) return { number: -1, isDate: false }
    if (!stops.includes(focused)) stops.push(focused)
    const number = stops.indexOf(focused)
    focused.setAttribute('data-stop', String(number))
    return { number, isDate: focused instanceof HTMLInputElement && focused.type === 'date' }
  })
}

async function stopName(page: Page, number: number): Promise<Stop> {
  const [first = ''] = (await page.locator(`[data-stop="${number}"]`).ariaSnapshot()).split('\n')
  // A `summary` element has no role in a snapshot.
  const [, fold] = /^- text: (.+)/.exec(first) ?? []
  if (fold) return `fold ${fold}`
  const [, role = '', name = ''] = /^- '?(\w+)(?: "((?:[^"\\]|\\.)*)")?/.exec(first) ?? []
  // Counts are not part of a control's name.
  return `${role} ${name}`.trim().replace(/ [\d,]+\+?( requests?)?$/, '')
}

/**
 * Presses the key until the focus is back at the first stop, or `until` returns true.
 * @returns the stops in order, from the one after the start to the start itself
 * @throws when the focus falls to the body, does not move, or never returns to the first stop
 */
export async function walk(
  page: Page,
  key: 'Tab' | 'Shift+Tab',
  until: (stop: Stop) => boolean = () => false,
): Promise<Stop[]> {
  const stops: Stop[] = []
  const seen: number[] = []
  for (let press = 0; press < 120; press++) {
    const before = await focusedElement(page)
    await page.keyboard.press(key)
    const now = await focusedElement(page)
    const passed = () => `after:\n${stops.join('\n')}`
    if (now.number === -1 && until(END_OF_PAGE)) return stops
    if (now.number === -1) throw new Error(`The focus fell to the body ${passed()}`)
    // The parts of a date field are several stops inside one element.
    if (now.number === before.number && now.isDate) continue
    if (now.number === before.number) throw new Error(`The focus did not move ${passed()}`)
    if (now.number === seen[0]) return stops
    if (seen.includes(now.number))
      throw new Error(`The focus went back to ${await stopName(page, now.number)} ${passed()}`)
    const name = await stopName(page, now.number)
    if (until(name)) return stops
    seen.push(now.number)
    stops.push(name)
  }
  throw new Error(`The focus never came round:\n${stops.join('\n')}`)
}
