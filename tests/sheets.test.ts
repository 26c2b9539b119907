import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const WEB = join(import.meta.dirname, '..', 'web')
const SHEETS = globSync('**/*.css', { cwd: WEB })
const MODULES = SHEETS.filter((sheet) => sheet.endsWith('.module.css'))
const COMPONENTS = globSync('**/*.{ts,tsx}', { cwd: WEB })

const read = (file: string) => readFileSync(join(WEB, file), 'utf8')

/** The selectors of a style sheet, without declarations and comments. */
const selectorsOf = (sheet: string) =>
  read(sheet)
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\{[^{}]*\}/g, '{}')

const classesIn = (selectors: string) => [...selectors.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name!)

function ownClassesOf(module: string): Set<string> {
  return new Set(classesIn(selectorsOf(module).replace(/:global\([^)]*\)/g, '')))
}

/** Classes that components use from a CSS module, by the name under which they import it. */
function usedClassesOf(module: string): Set<string> {
  const uses = COMPONENTS.flatMap((file) => {
    const text = read(file)
    const names = [...text.matchAll(/import (\w+) from '(.*\.module\.css)'/g)]
      .filter(([, , path]) => join(dirname(file), path!) === module)
      .map(([, name]) => name!)
    return names.flatMap((name) => [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map(([, used]) => used!))
  })
  return new Set(uses)
}

test.each(MODULES)('%s holds the classes that its components use, and no others', (module) => {
  expect([...usedClassesOf(module)].toSorted()).toEqual([...ownClassesOf(module)].toSorted())
})

test('no two modules share a file name, which is the first part of their classes', () => {
  const names = MODULES.map((module) => basename(module))
  expect(names).toEqual([...new Set(names)])
})

test('no shared class has a name of one or two letters', () => {
  const names = SHEETS.flatMap((sheet) => classesIn(selectorsOf(sheet)))
  expect(names.filter((name) => name.length < 3)).toEqual([])
})

test('every shared class that a component names is in a sheet', () => {
  const shared = SHEETS.map((sheet) => {
    const selectors = selectorsOf(sheet)
    return MODULES.includes(sheet) ? [...selectors.matchAll(/:global\(([^)]*)\)/g)].join(' ') : selectors
  })
  const defined = new Set(shared.flatMap(classesIn))
  const isNamed = /className="([^"]*)"|\bclasses\(([^)]*)\)/g
  const wordsIn = (parts: string) =>
    [...parts.replace(/=== '[^']*'/g, '').matchAll(/'([^']*)'/g)].map(([, word]) => word!)
  const unknown = COMPONENTS.filter((file) => !file.includes('.test.')).flatMap((file) =>
    [...read(file).matchAll(isNamed)]
      .flatMap(([, names, parts]) => (names === undefined ? wordsIn(parts!) : [names]))
      .flatMap((names) => names.split(' '))
      .filter((name) => name !== '' && !defined.has(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(unknown).toEqual([])
})

test.each(MODULES)('%s names elements by the ids that they have: a module would rename them', (module) => {
  const selectors = selectorsOf(module).replace(/:global\([^)]*\)/g, '')
  expect([...selectors.matchAll(/#[a-z][\w-]*/gi)].flat()).toEqual([])
})
