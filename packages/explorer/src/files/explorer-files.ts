import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createAsyncMemo } from '@tributary/core/internal'

const PACKAGE = join(import.meta.dirname, '../..')
const IS_SOURCE = import.meta.filename.endsWith('.ts')
/** A published package has the page beside its modules. */
const PAGE = IS_SOURCE ? join(PACKAGE, 'dist/page') : join(import.meta.dirname, 'page')
/** The sources of the page: its own and those of the packages it bundles. */
const SOURCES = [
  'src/**/*.{ts,tsx,css}',
  'index.html',
  'build.ts',
  'vite.config.ts',
  '../{client,contract,core,expression}/src/**/*.ts',
]

/**
 * The folder with the files of the page: `index.html` and `assets/`. A published package has them. In the repository
 * they are built when they are older than their sources, which takes a few seconds.
 *
 * @example
 * ```ts
 * import { explorerFiles } from '@tributary/explorer'
 * import { existsSync } from 'node:fs'
 *
 * const folder = await explorerFiles()
 * existsSync(`${folder}/index.html`) // => true
 * ```
 */
export async function explorerFiles(): Promise<string> {
  if (IS_SOURCE && isOld()) await building.getOrMake(PAGE, build)
  return PAGE
}

/** One build, for however many ask at once. */
const building = createAsyncMemo<void>()

async function build(): Promise<void> {
  const address = pathToFileURL(join(PACKAGE, 'build.ts')).href
  const { buildPage }: { buildPage(): Promise<void> } = await import(address)
  await buildPage()
}

function isOld(): boolean {
  const page = statSync(join(PAGE, 'index.html'), { throwIfNoEntry: false })
  if (page === undefined) return true
  const sources = globSync(SOURCES, { cwd: PACKAGE })
  return sources.some((file) => statSync(join(PACKAGE, file)).mtimeMs > page.mtimeMs)
}
