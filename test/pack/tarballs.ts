import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BUILT } from '../../publish/build.ts'
import { packAll } from '../../publish/pack.ts'
import { PUBLISHED } from '../../publish/packages.ts'
import { LICENSES } from '../../publish/third-party-licenses.ts'
import { type ReadmePrograms, readPrograms } from '../support/readme-program.ts'
import { assertNone, shell } from './shell.ts'

/** A tarball and what is in it. */
export interface Tarball {
  /** Such as `@tributary/platform`. */
  readonly name: string
  /** Its folder below `packages`. */
  readonly folder: string
  /** The path of the `.tgz`. */
  readonly path: string
  readonly manifest: Manifest
  /** The modules to import, such as `@tributary/platform` and `@tributary/platform/server`. */
  readonly modules: readonly string[]
  /** The files, below `package/`. */
  readonly files: readonly string[]
  readonly readme: ReadmePrograms
}

/** What is read of a package.json. */
export interface Manifest {
  readonly name: string
  readonly version: string
  readonly engines: { readonly node: string }
  readonly exports: Readonly<Record<string, unknown>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly repository?: { readonly directory?: string }
  readonly sideEffects?: unknown
  readonly license?: string
}

/** Packs every package into `target`, and reads what the tarballs hold. */
export async function readTarballs(target: string): Promise<readonly Tarball[]> {
  const paths = await packAll(target)
  return Promise.all(PUBLISHED.map(({ folder }, index) => readTarball(folder, paths[index]!)))
}

async function readTarball(folder: string, path: string): Promise<Tarball> {
  const listing = await shell(['tar', '-tzf', path], { cwd: BUILT })
  const files = listing
    .trim()
    .split('\n')
    .map((file) => file.replace(/^package\//, ''))
  const read = (file: string) => shell(['tar', '-xzOf', path, `package/${file}`], { cwd: BUILT })
  const manifest = JSON.parse(await read('package.json')) as Manifest
  const { name } = manifest
  const modules = Object.keys(manifest.exports)
    .filter((entry) => !entry.endsWith('.json'))
    .map((entry) => name + entry.slice(1))
  const readme = readPrograms(files.includes('README.md') ? await read('README.md') : '')
  return { name, folder, path, manifest, modules, files, readme }
}

/** Throws when a tarball lacks something, or holds something that helps nobody who installs it. */
export function assertContents({ name, folder, files, manifest, readme }: Tarball): void {
  const text = JSON.stringify(manifest)
  // The client has nothing of others in it.
  const licenses = folder === 'client' ? '' : readFileSync(join(BUILT, folder, LICENSES), 'utf8')
  assertNone([
    ...['README.md', 'LICENSE', ...(licenses === '' ? [] : [LICENSES])]
      .filter((file) => !files.includes(file))
      .map((file) => `no ${file}`),
    ...(readme.programs.length === 0 ? ['the README has no program with its output'] : []),
    ...files.filter((file) => /\.map$|tsbuildinfo|^src\/|\.ts$(?<!\.d\.ts)/.test(file)),
    ...(manifest.repository?.directory === `packages/${folder}` ? [] : ['no repository.directory']),
    ...(manifest.license === 'Apache-2.0' ? [] : ['no license']),
    ...(manifest.sideEffects === undefined ? ['sideEffects is not said'] : []),
    ...['workspace:', 'catalog:', '/src/', 'undefined'].filter((word) => text.includes(word)),
    ...(name === `@tributary/${folder}` ? [] : [`it is called ${name}`]),
    ...(/^\S+ \d\S*, (?:undefined|UNLICENSED)$/m.test(licenses)
      ? ['a part without a license']
      : []),
  ])
}
