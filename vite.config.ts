import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'

const page = join(import.meta.dirname, 'web')
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, 'package.json'), 'utf8')) as { version: string }

export default defineConfig({
  root: page,
  publicDir: false,
  cacheDir: join(import.meta.dirname, '.cache', 'vite'),
  define: { __VERSION__: JSON.stringify(version) },
  plugins: [react(), beforePage(), pdfFiles(), compressed()],
  css: { modules: { generateScopedName: (name, file) => `${basename(file, '.module.css')}-${name}` } },
  server: {
    strictPort: true,
    proxy: { '/api': `http://127.0.0.1:${process.env['PORT'] ?? 3000}` },
    fs: { allow: [import.meta.dirname] },
  },
  build: {
    outDir: join(import.meta.dirname, 'dist', 'page'),
    emptyOutDir: true,
    // The content security policy allows no data: addresses for fonts and scripts.
    assetsInlineLimit: 0,
    target: 'es2024',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // One file for what every visit needs and one for what every signed-in screen shows: by default the bundler splits
          // them into forty, each with separate headers and compressed without the others' vocabulary.
          groups: [
            { ...reachedFrom('start', ['main.tsx']), priority: 2 },
            { ...reachedFrom('office', ['app/OfficeShell.tsx', 'requests/RequestsPage.tsx']), priority: 1 },
            { ...reachedFrom('dashboard', ['analytics/dashboard/DashboardPage.tsx']), priority: 0 },
          ],
        },
      },
    },
  },
})

/** The full path of a module of the page. A module that was moved stops the build; its screen would load more slowly. */
function moduleOf(path: string): string {
  const file = join(page, path)
  if (!existsSync(file)) throw new Error(`web/${path} does not exist`)
  return file
}

/** Assigns the transitive imports of these modules to a named file, and leaves all other modules alone. */
function reachedFrom(file: string, starts: string[]) {
  const reached = new Set<string>()
  const name = (id: string, context: Rolldown.ChunkingContext): string | null => {
    const waiting = reached.size === 0 ? starts.map(moduleOf) : []
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      // The icon library's index imports every icon: used icons stay with their importer, or go into a small file.
      if (reached.has(next) || next.includes('/lucide-react/')) continue
      reached.add(next)
      waiting.push(...(context.getModuleInfo(next)?.importedIds ?? []))
    }
    return reached.has(id) ? file : null
  }
  return { name, debugName: file }
}

/**
 * Inlines before-page.js into index.html, with the files of the screens that people open first: a separate file would cost
 * another round trip. The server allows it by its hash.
 */
function beforePage(): Plugin {
  const screens = { '/dashboard': 'analytics/dashboard/DashboardPage.tsx', '/requests': 'requests/RequestsPage.tsx' }
  return {
    name: 'before-page',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        const files = Object.entries(bundle ? screens : {}).map(([path, module]) => [path, filesOf(module, bundle!)])
        const script = readFileSync(join(page, 'before-page.js'), 'utf8')
          .replaceAll(/^ *\/\/.*\n/gm, '')
          .replace('__SCREEN_FILES__', JSON.stringify(Object.fromEntries(files)))
        return [{ tag: 'script', children: script, injectTo: 'head-prepend' }]
      },
    },
  }
}

/** URLs of the files that a screen needs beyond the page's first file: its scripts and styles and those of the shell. */
function filesOf(module: string, bundle: Rolldown.OutputBundle): string[] {
  const chunks = Object.values(bundle).filter((part) => part.type === 'chunk')
  const chunkOf = (end: string) => chunks.find(({ moduleIds }) => moduleIds.includes(moduleOf(end)))
  const first = withImports(chunkOf('main.tsx'), chunks)
  const needed = [...withImports(chunkOf('app/OfficeShell.tsx'), chunks), ...withImports(chunkOf(module), chunks)]
  const names = needed
    .filter((chunk) => !first.has(chunk))
    .flatMap((chunk) => [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])])
  return [...new Set(names)].map((name) => `/${name}`)
}

function withImports(chunk: Rolldown.OutputChunk | undefined, chunks: Rolldown.OutputChunk[]) {
  const found = new Set<Rolldown.OutputChunk>()
  const waiting = chunk ? [chunk] : []
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (found.has(next)) continue
    found.add(next)
    waiting.push(...chunks.filter(({ fileName }) => next.imports.includes(fileName)))
  }
  return found
}

/**
 * Files that PDF.js fetches by name on demand: character maps, the standard fonts that a file may omit, and image decoders.
 * They are in a folder named after their version, because names under assets/ never change their content.
 */
function pdfFiles(): Plugin {
  const library = join(import.meta.dirname, 'node_modules', 'pdfjs-dist')
  const { version: pdfVersion } = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8')) as { version: string }
  const built = `assets/pdfjs-${pdfVersion}`
  const parts = { cmaps: /\.bcmap$/, standard_fonts: /\.(pfb|ttf)$/, wasm: /_nowasm_fallback\.js$/ }
  return {
    name: 'pdf-files',
    config: (_config, { command }) => ({
      define: { __PDF_FILES__: JSON.stringify(command === 'build' ? `/${built}/` : `/@fs${library}/`) },
    }),
    generateBundle() {
      for (const [part, wanted] of Object.entries(parts))
        for (const name of readdirSync(join(library, part)).filter((file) => wanted.test(file)))
          this.emitFile({
            type: 'asset',
            fileName: `${built}/${part}/${name}`,
            source: readFileSync(join(library, part, name)),
          })
    },
  }
}

/** Writes a Brotli and a gzip copy of every asset that shrinks, so that the server never compresses the same file twice. */
function compressed(): Plugin {
  let folder = ''
  return {
    name: 'compressed',
    apply: 'build',
    configResolved(config) {
      folder = join(config.build.outDir, config.build.assetsDir)
    },
    async writeBundle() {
      const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      const names = files.filter((name) => /\.(m?js|css|svg)$/.test(name))
      await Promise.all(
        names.map(async (name) => {
          const text = readFileSync(join(folder, name))
          const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length }
          const [small, older] = await Promise.all([
            promisify(brotliCompress)(text, { params }),
            promisify(gzip)(text, { level: 9 }),
          ])
          if (small.length < text.length) writeFileSync(join(folder, `${name}.br`), small)
          if (older.length < text.length) writeFileSync(join(folder, `${name}.gz`), older)
        }),
      )
    },
  }
}
