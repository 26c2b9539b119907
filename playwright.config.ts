import { defineConfig } from '@playwright/test'

/** Containers often run as root, where Chromium refuses to start with its sandbox. */
const asRoot = process.getuid?.() === 0

/** Serves the page from `dist/page` (built by `npm run test:browser`); every worker starts a separate office. */
export default defineConfig({
  testDir: 'tests/browser',
  globalSetup: './tests/browser/learn.ts',
  fullyParallel: true,
  workers: 3,
  forbidOnly: true,
  // The longest tests take half a minute on an idle machine; only one that hangs may reach these.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: 'line',
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    // Drawing what moves takes a tenth of the processor; the tests of movements ask for them.
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing every test doubles its duration; use `--trace on` for the one under investigation.
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium-headless-shell',
      args: [
        ...(asRoot ? ['--no-sandbox'] : []),
        '--disable-gpu',
        '--disable-quic',
        // A page of a test does not live long enough for its code to be worth optimising.
        '--js-flags=--no-opt',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
