import type { Locator, Page } from '@playwright/test'

/**
 * Overlaps and overflows in this part of the page, each named by its text. Compares the boxes of all visible texts, controls
 * and pictures; one inside the other is not an overlap.
 */
export async function collisions(part: Locator): Promise<string[]> {
  return part.evaluate((root) => {
    const frame = root.getBoundingClientRect()
    const isClipped = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).clipPath !== 'none' || isClipped(element.parentElement))
    const isSeen = (element: Element) =>
      element.checkVisibility() && !element.closest('[aria-hidden=true]') && !isClipped(element)
    const leaves = [...root.querySelectorAll('*')].filter(
      (element) =>
        isSeen(element) &&
        (element.matches('a, button, input, th > *, td > *') ||
          (element.childElementCount === 0 && element.textContent?.trim())),
    )
    const boxes = leaves
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1)
    const name = (element: Element) =>
      `${element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 24)} (${element.localName}.${element.className})`
    const overlaps = boxes
      .filter(({ box }) => box.left < frame.left - 1 || box.right > frame.right + 1)
      .map(({ element }) => `${name(element)} sticks out`)
    for (const [i, one] of boxes.entries())
      for (const other of boxes.slice(i + 1)) {
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
        const isNested = one.element.contains(other.element) || other.element.contains(one.element)
        if (across > 1 && down > 1 && !isNested) overlaps.push(`${name(one.element)} lies over ${name(other.element)}`)
      }
    return overlaps
  })
}

/** Cells whose content is wider than they are. */
export async function overflowingCells(part: Locator): Promise<string[]> {
  return part.evaluate((root) =>
    [...root.querySelectorAll('td, th')]
      .filter(
        (cell) =>
          cell.checkVisibility() &&
          (cell.closest('thead')?.offsetWidth ?? 2) > 1 &&
          cell.scrollWidth > cell.clientWidth + 1,
      )
      .map((cell) => `${cell.textContent?.slice(0, 30)} needs ${cell.scrollWidth}, has ${cell.clientWidth}`),
  )
}

/** Resizes the window and waits until the page has been drawn. */
export async function resize(page: Page, width: number, height = 800): Promise<void> {
  await page.setViewportSize({ width, height })
  // One frame for resize observers, one for what they render.
  await page.evaluate(
    () => new Promise<void>((drawn) => requestAnimationFrame(() => requestAnimationFrame(() => drawn()))),
  )
}

export async function scrollsSideways(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
}
