import { cpSync, globSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildPage, PAGE } from '../packages/explorer/build.ts'
import { bundleModules } from './bundle.ts'
import { bundleDeclarations } from './declarations.ts'
import { formatManifest, SCHEMA, SCHEMA_IN } from './manifest.ts'
import { PUBLISHED, type PublishedPackage } from './packages.ts'
import { copySample } from './sample.ts'
import { formatLicenses, LICENSES } from './third-party-licenses.ts'

const ROOT = join(import.meta.dirname, '..')
/** The folder of each published package as it is packed, by the name of its folder. */
export const BUILT: string = join(import.meta.dirname, 'dist')

/** The packages that serve the page. */
const PAGE_IN: readonly string[] = ['platform', 'cli']

/** Builds each published package into its folder of {@link BUILT}. The compiler has written the declarations before. */
export async function buildPackages(): Promise<void> {
  await buildPage()
  for (const published of PUBLISHED) await buildPackage(published)
}

/** Builds one package. */
export async function buildPackage(published: PublishedPackage): Promise<void> {
  const { folder, entries, installed, optional } = published
  const target = join(BUILT, folder)
  const dist = join(target, 'dist')
  const source = join(ROOT, 'packages', folder)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  const { modules, packages } = await bundleModules({
    input: Object.fromEntries(
      entries.map((entry) => [entry, join(import.meta.dirname, 'entries', folder, `${entry}.ts`)]),
    ),
    dir: dist,
    isNode: folder === 'platform' || folder === 'cli',
    installed: [...installed, ...optional, ...NOT_NEEDED],
  })
  const typed = await bundleDeclarations(folder, entries, installed, dist)
  const unused = installed.filter((name) => !packages.has(name) && !typed.has(name))
  if (unused.length > 0) throw new Error(`${folder} does not import ${unused.join(', ')}`)
  const licenses = formatLicenses(modules)
  if (licenses !== '') writeFileSync(join(target, LICENSES), licenses)
  writeFileSync(join(target, 'package.json'), formatManifest(published))
  for (const file of ['README.md', 'bin']) {
    for (const path of globSync(file, { cwd: source }))
      cpSync(join(source, path), join(target, path), { recursive: true })
  }
  cpSync(join(ROOT, 'LICENSE'), join(target, 'LICENSE'))
  if (PAGE_IN.includes(folder)) cpSync(PAGE, join(dist, 'page'), { recursive: true })
  if (SCHEMA_IN.includes(folder)) {
    cpSync(join(ROOT, 'packages/catalog/schema', SCHEMA), join(target, SCHEMA))
  }
  if (folder === 'cli') copySample(join(target, 'sample/flights'))
}

/** A client of an engine asks for it and does without. */
export const NOT_NEEDED: readonly string[] = ['pg-native']

if (process.argv[1] === import.meta.filename) await buildPackages()
