import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../root.mjs'
import { scan } from './scan.mjs'

/** Sources without words for people: tests, starting texts of the engine, and the history of the database. */
const LEFT_OUT = /\.test\.tsx?$|\/testing\/|^engine\/corpus\/|\/migrations\//

/** @returns {{ file: string, source: string }[]} the product's sources, by their paths below the project */
export function readSources() {
  const files = globSync('{server,shared,web,engine}/**/*.{ts,tsx}', { cwd: root })
  return files
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !LEFT_OUT.test(file))
    .map((file) => ({ file, source: readFileSync(join(root, file), 'utf8') }))
}

/** Scans sources with the tables of texts that any of them has. */
export function scanAll(sources, all = sources) {
  const names = all.flatMap(({ source }) =>
    [...source.matchAll(/const (\w+)[^=\n]*= texts\(/g)].map(([, name]) => name),
  )
  const tables = new Set(names)
  return sources.map(({ file, source }) => ({ file, ...scan(file, source, tables) }))
}
