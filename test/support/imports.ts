import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the repository. */
export const ROOT: string = fileURLToPath(new URL('../..', import.meta.url))

/** One import, dynamic ones included: which file of which package names what. */
export interface Import {
  /** The package's folder name, `sql`. */
  readonly from: string
  /** The importing file, relative to the package's `src`. */
  readonly file: string
  /** Whether it is an `import type`, gone at run time. */
  readonly typeOnly: boolean
  /** As written: `@tributary/core`, `node:fs`, `../span.ts`. */
  readonly specifier: string
  /** For relative imports the file meant, relative to `src`; else null. */
  readonly target: string | null
}

const IMPORT =
  /(?:\b(?:import|export)\s+(type\b)?[^'"()]*?\bfrom\s*|\bimport\s*\(\s*|\bimport\s+)'([^']+)'/g

/** The source files of a package, relative to its `src`. */
export function sourceFiles(of: string): readonly string[] {
  return globSync('**/*.{ts,tsx}', { cwd: join(ROOT, 'packages', of, 'src') })
}

/** The room of a file, given relative to `src`: the first folder of its path, or the file itself where it lies in `src`. */
export function roomOf(file: string): string {
  return file.split('/', 1)[0]!
}

/** Every import of every source file of the packages. */
export function importsOfPackages(): readonly Import[] {
  return globSync('packages/*/src/**/*.{ts,tsx}', { cwd: ROOT }).flatMap((path) => {
    const [, from] = path.split('/') as [string, string]
    const source = resolve(ROOT, 'packages', from, 'src')
    const absolute = resolve(ROOT, path)
    const text = withoutComments(readFileSync(absolute, 'utf8'))
    return [...text.matchAll(IMPORT)].map(([, type, specifier = '']) => ({
      from,
      file: relative(source, absolute),
      specifier,
      typeOnly: type !== undefined,
      target: specifier.startsWith('.')
        ? relative(source, resolve(dirname(absolute), specifier))
        : null,
    }))
  })
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
}
