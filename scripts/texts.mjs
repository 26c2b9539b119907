// `npm run texts`: how many texts the code has, and how many raw sentences are left in each folder.
// `npm run texts -- --check`: fails on a raw sentence in a converted folder, and on a text that cannot be translated.
// `npm run texts -- --catalogue FILE`: writes all texts with the places where they stand, for a translator.
// `npm run texts -- --against FILE`: compares a translation, a JSON object by English text, with the code.
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { problemsOf } from './texts/check.mjs'
import { readSources, scanAll } from './texts/sources.mjs'
import { compare } from './texts/translation.mjs'

const [how, path] = process.argv.slice(2)
const sources = readSources()
if (how === '--check') check()
else {
  const scanned = scanAll(sources)
  const places = Map.groupBy(
    scanned.flatMap(({ file, texts }) => texts.map(({ english, line }) => ({ english, place: `${file}:${line}` }))),
    ({ english }) => english,
  )
  if (how === '--catalogue') writeCatalogue(places)
  else if (how === '--against') printComparison(places)
  else printCounts(scanned, places)
}

function check() {
  const problems = problemsOf(sources)
  for (const problem of problems) console.error(problem)
  if (problems.length > 0) process.exit(1)
}

function writeCatalogue(places) {
  const entries = [...places].map(([english, found]) => [english, found.map(({ place }) => place)])
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(entries.sort()), null, 2)}\n`)
  console.log(`${places.size} texts are in ${path}.`)
}

function printComparison(places) {
  const translation = JSON.parse(readFileSync(path, 'utf8'))
  const { missing, unused, changed, unequal } = compare(translation, places.keys())
  for (const text of missing) console.log(`missing  ${text}`)
  for (const text of unused) console.log(`unused   ${text}`)
  for (const [before, now] of changed) console.log(`changed  ${before}\n      →  ${now}`)
  for (const text of unequal) console.log(`values   ${text}`)
  console.log(
    `${missing.length} missing, ${unused.length} unused, ${changed.length} changed, ${unequal.length} with other values`,
  )
  if (missing.length + unused.length + changed.length + unequal.length > 0) process.exitCode = 1
}

function printCounts(scanned, places) {
  const raw = scanned.filter((file) => file.raw.length > 0)
  const folders = Object.entries(Object.groupBy(raw, ({ file }) => dirname(file)))
  const counts = folders.map(([folder, files]) => ({
    folder,
    count: files.reduce((sum, file) => sum + file.raw.length, 0),
  }))
  for (const { folder, count } of counts.sort((a, b) => b.count - a.count))
    console.log(`${String(count).padStart(5)}  ${folder}`)
  const left = counts.reduce((sum, { count }) => sum + count, 0)
  console.log(`${places.size} texts are said through one place; ${left} raw sentences are left in ${raw.length} files.`)
}
