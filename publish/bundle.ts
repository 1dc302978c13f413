import { cpSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { build, type Plugin } from 'rolldown'

/** What {@link bundleModules} is given. */
export interface BundleOptions {
  /** The module of each entry, by the name of its file. */
  readonly input: Readonly<Record<string, string>>
  /** The folder of the bundle. */
  readonly dir: string
  /** Whether it runs on Node alone. */
  readonly isNode: boolean
  /** Packages that stay outside. */
  readonly installed: readonly string[]
}

/** What a bundle is made of. */
export interface Bundled {
  /** The files of the modules in it. */
  readonly modules: ReadonlySet<string>
  /** The packages that it imports. */
  readonly packages: ReadonlySet<string>
}

/**
 * Bundles modules with all that they import into `dir`: a file for each entry, and files that entries share, so that a
 * class is the same in all of them. Throws where something is neither bundled nor installed.
 */
export async function bundleModules({
  input,
  dir,
  isNode,
  installed,
}: BundleOptions): Promise<Bundled> {
  const { output } = await build({
    input,
    platform: isNode ? 'node' : 'neutral',
    external: (id) => isBuiltin(id) || installed.includes(toPackage(id)),
    // Without them a neutral bundle takes no module of a package that has no exports.
    ...(!isNode && { resolve: { mainFields: ['module', 'main'] } }),
    experimental: { resolveNewUrlToAsset: true },
    plugins: [workerModules],
    // Docstrings are in the declarations.
    output: { dir, format: 'esm', comments: { legal: true, annotation: true, jsdoc: false } },
    logLevel: 'warn',
  })
  const chunks = output.filter((file) => file.type === 'chunk')
  const files = new Set(output.map(({ fileName }) => fileName))
  const imported = chunks
    .flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])
    .filter((id) => !files.has(id))
  const modules = new Set(chunks.flatMap(({ moduleIds }) => moduleIds))
  copySwaggerUi(modules, dir)
  return {
    modules,
    packages: toPackages(imported, installed),
  }
}

/** Copies the files of the page `/docs` beside the modules, where `packages/server/src/plugins/openapi` looks for them. */
function copySwaggerUi(modules: ReadonlySet<string>, dir: string): void {
  const module = Array.from(modules).find((id) => id.endsWith('/@fastify/swagger-ui/index.js'))
  if (module === undefined) return
  cpSync(join(dirname(module), 'static'), join(dir, 'swagger-ui'), { recursive: true })
}

/** The packages of modules that are imported. Throws for one that is not among those `installed`. */
export function toPackages(
  modules: Iterable<string>,
  installed: readonly string[],
): ReadonlySet<string> {
  const packages = new Set(
    Array.from(modules)
      .filter((id) => !isBuiltin(id))
      .map(toPackage),
  )
  const missing = Array.from(packages).filter((name) => !installed.includes(name))
  if (missing.length > 0) throw new Error(`The bundle imports ${missing.join(', ')}`)
  return packages
}

/** The package of a module: `@fastify/static/lib` is of `@fastify/static`. */
function toPackage(id: string): string {
  return id.split('/', id.startsWith('@') ? 2 : 1).join('/')
}

/** Puts modules of worker threads, which no module imports, into files of their names beside their importers. */
const workerModules: Plugin = {
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
