import { readConfig } from '../server/config.ts'
import { readArguments, USAGE } from './large/arguments.ts'
import { makeLargeOffice } from './large/make.ts'
import { formatNumber } from '../shared/texts/formats.ts'

if (process.argv.length <= 2 || process.argv.includes('--help')) console.log(USAGE)
else {
  try {
    await main()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}

async function main(): Promise<void> {
  const started = performance.now()
  // Like the server: only the owner may read the data folder.
  process.umask(0o077)
  const options = readArguments(process.argv.slice(2), new Date().toISOString().slice(0, 10))
  const config = readConfig(process.env)
  await makeLargeOffice(config, options, progress(options.requests))
  const place = config.databaseUrl ? 'the database behind DATABASE_URL' : config.dataDir
  const seconds = ((performance.now() - started) / 1000).toFixed(1)
  console.log(`${formatNumber(options.requests)} requests are in ${place} and consistent, after ${seconds} s.`)
  console.log(`Sign in as admin, manager or user with the password ${config.demoPassword}.`)
}

/** A line that is overwritten on a terminal; elsewhere one line per tenth. */
function progress(requests: number): (stored: number) => void {
  let tenths = 0
  return (stored) => {
    const share = Math.floor((stored / requests) * 10)
    if (process.stdout.isTTY) {
      process.stdout.write(`\r${formatNumber(stored)} of ${formatNumber(requests)} requests stored`)
      if (stored === requests) process.stdout.write('\n')
    } else if (share > tenths) {
      console.log(`${formatNumber(stored)} of ${formatNumber(requests)} requests stored`)
    }
    tenths = share
  }
}
