import { defineConfig } from '@playwright/test'

/** A container often runs as root, where Chromium refuses its own sandbox. */
const asRoot = process.getuid?.() === 0

/** The page comes from `dist/page` (`npm run test:browser` builds it); every worker starts an office of its own. */
export default defineConfig({
  testDir: 'tests/browser',
  globalSetup: './tests/browser/learn.ts',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // The longest walks take half a minute when nothing else runs.
  timeout: 180_000,
  // A busy machine is slow, not wrong: what is waited for takes milliseconds when nothing else runs.
  expect: { timeout: 15_000 },
  reporter: 'line',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // A trace of every test costs as much as the test; `--trace on` records the one that is being looked into.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: [
        ...(asRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
