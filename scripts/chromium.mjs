import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { installDebianPackages } from './debian.mjs'
import { fail, withNode } from './node.mjs'
import { root } from './root.mjs'

/** The same engine without the window of a browser, which takes half of the time of a test (decision 68). */
const SHELL = '/usr/bin/chromium-headless-shell'
const USUAL = [
  SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

/** @returns the path of a Chromium for the browser tests: the shell, the system's, Playwright's, or a newly installed one */
export async function findChromium() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  if (!existsSync(SHELL)) installDebianPackages('chromium-headless-shell')
  const usual = () => USUAL.find((path) => existsSync(path))
  if (usual()) return usual()
  const { chromium } = await import('@playwright/test')
  const present = () => [usual(), chromium.executablePath()].find((path) => path && existsSync(path))
  const found = present()
  if (found) return found

  console.log('Installing Chromium for the browser tests …')
  spawnSync(process.execPath, [join('node_modules', '@playwright', 'test', 'cli.js'), 'install', 'chromium'], {
    cwd: root,
    stdio: 'ignore',
    env: withNode(process.execPath),
    timeout: 300_000,
  })
  if (!present()) installDebianPackages('chromium')
  return present() ?? fail('The browser tests need Chromium: install it, or name its path in CHROMIUM_PATH.')
}
