import { randomUUID } from 'node:crypto'
import {
  globSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build, type Plugin } from 'vite'
import { formatLicenses, LICENSES } from '../../publish/third-party-licenses.ts'

const ROOT = import.meta.dirname
/** Where the page is. */
export const PAGE: string = join(ROOT, 'dist/page')
/** The web component is one file that other sites load. */
const COMPONENT = 'src/embed/tributary-why.ts'
/** Smaller files gain nothing by being compressed. */
const LEAST_COMPRESSED = 1_024

/** Builds the page into `dist/page`, with each larger file compressed beside itself. Whoever reads meanwhile reads the old one. */
export async function buildPage(): Promise<void> {
  const fresh = join(ROOT, `dist/page-${randomUUID()}`)
  const modules = new Set<string>()
  const plugins: Plugin[] = [{ name: 'modules', moduleParsed: ({ id }) => void modules.add(id) }]
  try {
    await build({
      root: ROOT,
      configFile: join(ROOT, 'vite.config.ts'),
      logLevel: 'warn',
      plugins,
      build: { outDir: fresh, emptyOutDir: true },
    })
    await build({
      root: ROOT,
      configFile: join(ROOT, 'vite.config.ts'),
      logLevel: 'warn',
      plugins,
      build: {
        outDir: fresh,
        emptyOutDir: false,
        lib: { entry: join(ROOT, COMPONENT), formats: ['es'], fileName: 'tributary-why' },
      },
    })
    writeFileSync(join(fresh, LICENSES), formatLicenses(modules))
    for (const file of globSync('assets/*.{js,css}', { cwd: fresh })) compress(join(fresh, file))
    mkdirSync(join(ROOT, 'dist'), { recursive: true })
    const old = join(ROOT, `dist/page-${randomUUID()}`)
    moveAway(PAGE, old)
    renameSync(fresh, PAGE)
    rmSync(old, { recursive: true, force: true })
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

function moveAway(from: string, to: string): void {
  if (statSync(from, { throwIfNoEntry: false }) !== undefined) renameSync(from, to)
}

function compress(path: string): void {
  const bytes = readFileSync(path)
  if (bytes.length < LEAST_COMPRESSED) return
  writeFileSync(`${path}.br`, brotliCompressSync(bytes))
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
}

if (process.argv[1] === import.meta.filename) await buildPage()
