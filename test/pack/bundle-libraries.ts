import { readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'rolldown'
import { workerModules } from '../../packages/cli/build.ts'

const PACKAGES = join(import.meta.dirname, '../../packages')

/** Libraries whose import loaded hundreds of files. */
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
  await build({
    input: Object.fromEntries(
      sources.map((source) => [basename(source, '.ts'), join(folder, source)]),
    ),
    platform: 'neutral',
    // Other packages stay packages, so that a process has one copy of each.
    external: (id) =>
      id.startsWith('node:') || installed.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [workerModules],
    output: { dir, format: 'esm', chunkFileNames: 'shared-[hash].js' },
    logLevel: 'warn',
  })
}

if (process.argv[1] === import.meta.filename) await bundleLibraries()
