import type { Page } from '@playwright/test'
import axe, { type AxeResults, type RunOptions } from 'axe-core'
import { expect } from './test.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

type Theme = 'light' | 'dark'

/** All rules of WCAG 2.2 A and AA and the best practices, once; in the dark theme only colours differ. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(page, 'light')
  await expectNoViolations(page, 'dark', ['color-contrast'])
}

/** Accessible at the first width in both themes and at the last one, without horizontal overflow at any. */
export async function expectAccessibleAt(page: Page, ...widths: number[]): Promise<void> {
  for (const [i, width] of widths.entries()) {
    await page.setViewportSize({ width, height: 900 })
    if (i === 0) await expectAccessible(page)
    else if (i === widths.length - 1) await expectNoViolations(page, 'light')
    const wider = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
    expect(wider, `sideways scroll at ${width} px`).toBe(false)
  }
}

/** @param rules all when left out; the target size rule is off by default */
export async function expectNoViolations(page: Page, theme: Theme, rules?: string[]): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  const violations = await run(
    page,
    rules ? { runOnly: { type: 'rule', values: rules } } : { rules: { 'target-size': { enabled: true } } },
  )
  const problems = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${theme}: ${id} at ${node.target.join(' ')}: ${node.failureSummary ?? ''}`),
  )
  expect(problems, `at ${page.viewportSize()?.width} px`).toEqual([])
}

/** The page keeps the checker until it is left: loading it takes about as long as a check. */
async function run(page: Page, options: RunOptions): Promise<AxeResults['violations']> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async (options) => (await window.axe.run(document, { ...options, resultTypes: ['violations'] })).violations,
    options,
  )
}
