import { readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build, type Plugin } from 'rolldown'
import { writeLicenses } from './licenses.ts'

const PACKAGES = join(import.meta.dirname, '../../packages')

/** Libraries of which an import took most of its time to find and read hundreds of files. */
const LIBRARIES = ['core', 'expression', 'attribution']

/** Bundles each of the libraries into its `dist/bundle`: a file for each of its exports, and what these share. */
export async function bundleLibraries(): Promise<void> {
  for (const library of LIBRARIES) await bundleLibrary(join(PACKAGES, library))
}

/** What is read of the package.json of a library. */
interface Manifest {
  readonly exports: Readonly<Record<string, { readonly '@tributary/source': string }>>
  readonly dependencies?: Readonly<Record<string, string>>
}

async function bundleLibrary(folder: string): Promise<void> {
  const { exports, dependencies = {} } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as Manifest
  const sources = Object.values(exports).map((entry) => entry['@tributary/source'])
  const installed = Object.keys(dependencies)
  const dir = join(folder, 'dist/bundle')
  rmSync(dir, { recursive: true, force: true })
  const modules = new Set<string>()
  await build({
    input: Object.fromEntries(
      sources.map((source) => [basename(source, '.ts'), join(folder, source)]),
    ),
    platform: 'neutral',
    // What is installed with a library is there once for all; development dependencies come into the bundle.
    external: (id) =>
      id.startsWith('node:') || installed.some((name) => id === name || id.startsWith(`${name}/`)),
    resolve: { mainFields: ['module', 'main'] },
    plugins: [workerModules, { name: 'modules', moduleParsed: ({ id }) => void modules.add(id) }],
    output: { dir, format: 'esm', chunkFileNames: 'shared-[hash].js' },
    logLevel: 'warn',
  })
  writeLicenses(modules, dir)
}

/** Puts modules of worker threads, which no module imports, into files of their names beside their importers. */
export const workerModules: Plugin = {
  name: 'workers',
  async transform(code, importer) {
    for (const [, path = ''] of code.matchAll(/startWorker\(import\.meta\.url, '(.+?)'/g)) {
      const module = await this.resolve(path, importer)
      if (module === null) return this.error(`${importer} starts ${path}, which is not there`)
      this.emitFile({ type: 'chunk', id: module.id, fileName: `${basename(path, '.ts')}.js` })
    }
    return null
  },
}

if (process.argv[1] === import.meta.filename) await bundleLibraries()
