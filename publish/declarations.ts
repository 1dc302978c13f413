import { dirname, join, resolve } from 'node:path'
import { build, type Plugin } from 'rolldown'
import { dts } from 'rolldown-plugin-dts'
import { toPackages } from './bundle.ts'

const ROOT = join(import.meta.dirname, '..')
/** Where the compiler writes the declarations of `entries`. */
const ENTRIES = join(import.meta.dirname, 'dist/entries')

/**
 * Bundles the declarations of entries, which the compiler has written, into `dir`: a file for each entry, and files that
 * these share. Gives the packages whose types they name.
 */
export async function bundleDeclarations(
  folder: string,
  entries: readonly string[],
  installed: readonly string[],
  dir: string,
): Promise<ReadonlySet<string>> {
  const { output } = await build({
    input: Object.fromEntries(
      entries.map((entry) => [entry, join(ENTRIES, folder, `${entry}.d.ts`)]),
    ),
    plugins: [findDeclarations, dts({ dtsOnly: true, generator: 'oxc', tsconfig: false })],
    output: { dir, chunkFileNames: 'shared-[hash].d.ts' },
    logLevel: 'warn',
  })
  const imported = output.flatMap((file) => (file.type === 'chunk' ? namedModules(file.code) : []))
  return toPackages(imported, installed)
}

/** The modules of others that declarations name. Rolldown's list has also those whose types nobody uses. */
function namedModules(declarations: string): readonly string[] {
  const code = declarations.replace(/\/\*[\s\S]*?\*\//g, '')
  return Array.from(code.matchAll(/(?:from |import\()"([^".][^"]*)"/g), ([, id = '']) => id)
}

/** Finds the declarations that the compiler has written for our own modules. Packages of others stay outside. */
const findDeclarations: Plugin = {
  name: 'declarations',
  resolveId: {
    order: 'pre',
    handler(id, importer) {
      if (importer === undefined) return null
      if (id.startsWith('.')) return resolve(dirname(importer), id.replace(/\.tsx?$/, '.d.ts'))
      const [, name, subpath = 'index'] = /^@tributary\/([^/]+)(?:\/(.+))?$/.exec(id) ?? []
      if (name === undefined) return { id, external: true }
      const path = OTHER_PLACES[subpath] ?? subpath
      return join(ROOT, 'packages', name, 'dist', `${path}.d.ts`)
    },
  },
}

/** Subpaths of packages of the workspace that are not the path of their module. */
const OTHER_PLACES: Readonly<Record<string, string>> = {
  'tributary-why': 'embed/tributary-why',
}
