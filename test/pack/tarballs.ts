import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../support/imports.ts'
import { type ReadmeProgram, readmeProgram } from '../support/readme-program.ts'
import { assertNone, PNPM, shell } from './shell.ts'

/** A tarball and what is in it. */
export interface Tarball {
  /** Such as `@tributary/core`. */
  readonly name: string
  /** Its folder below `packages`. */
  readonly folder: string
  /** The path of the `.tgz`. */
  readonly path: string
  readonly manifest: Manifest
  /** The modules to import, such as `@tributary/core` and `@tributary/core/internal`. */
  readonly modules: readonly string[]
  /** The files, below `package/`. */
  readonly files: readonly string[]
  readonly program: ReadmeProgram | null
}

/** What is read of a package.json. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly engines: { readonly node: string }
  readonly exports: Readonly<Record<string, unknown>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly repository?: { readonly directory?: string }
  readonly sideEffects?: unknown
  readonly license?: string
}

/** Packs every package into `target`, and reads what the tarballs hold. */
export async function packAll(target: string): Promise<readonly Tarball[]> {
  const folders = readdirSync(join(ROOT, 'packages')).filter((folder) =>
    existsSync(join(ROOT, 'packages', folder, 'package.json')),
  )
  const filters = folders.flatMap((folder) => ['--filter', `./packages/${folder}`])
  await shell([...PNPM, '-r', ...filters, 'pack', '--pack-destination', target], { cwd: ROOT })
  return Promise.all(folders.map((folder) => readTarball(folder, target)))
}

async function readTarball(folder: string, target: string): Promise<Tarball> {
  const source = join(ROOT, 'packages', folder, 'package.json')
  const { name, version } = JSON.parse(readFileSync(source, 'utf8')) as Manifest
  const path = join(target, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`)
  const listing = await shell(['tar', '-tzf', path], { cwd: target })
  const files = listing
    .trim()
    .split('\n')
    .map((file) => file.replace(/^package\//, ''))
  const read = (file: string) => shell(['tar', '-xzOf', path, `package/${file}`], { cwd: target })
  const manifest = JSON.parse(await read('package.json')) as Manifest
  const modules = Object.keys(manifest.exports)
    .filter((entry) => !entry.endsWith('.json'))
    .map((entry) => name + entry.slice(1))
  const program = files.includes('README.md') ? readmeProgram(await read('README.md')) : null
  return { name, folder, path, manifest, modules, files, program }
}

/** Throws when a tarball lacks something, or holds something that helps nobody who installs it. */
export function assertContents({ name, folder, files, manifest, program }: Tarball): void {
  const sources = join(ROOT, 'packages', folder, 'src')
  const stale = files.filter((file) => {
    const [, module] = /^dist\/(?!bundle\/|page\/|sample\/)(.*?)(?:\.d)?\.[jt]s$/.exec(file) ?? []
    return module !== undefined && !existsSync(join(sources, `${module}.ts`))
  })
  const text = JSON.stringify(manifest)
  assertNone([
    ...['README.md', 'LICENSE'].filter((file) => !files.includes(file)).map((file) => `no ${file}`),
    ...(program === null ? ['the README has no program with its output'] : []),
    ...files.filter((file) => /\.map$|tsbuildinfo|^src\//.test(file)),
    ...stale.map((file) => `${file} has no source`),
    ...(manifest.repository?.directory === `packages/${folder}` ? [] : ['no repository.directory']),
    ...(manifest.license === 'Apache-2.0' ? [] : ['no license']),
    ...(manifest.sideEffects === undefined ? ['sideEffects is not said'] : []),
    ...['workspace:', 'catalog:', '@tributary/source'].filter((word) => text.includes(word)),
    ...(name === manifest.name ? [] : [`it is called ${manifest.name}`]),
  ])
}
