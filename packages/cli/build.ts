import { rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build, type Plugin } from 'rolldown'
import { formatLicenses, LICENSES } from '../../test/pack/third-party-licenses.ts'

const ROOT = import.meta.dirname
/** Where the bundle is. */
export const BUNDLE: string = join(ROOT, 'dist/bundle')

/** Native code, and packages with files beside their modules: they are installed with the command. */
const INSTALLED = ['@duckdb/node-bindings', '@fastify/swagger-ui', '@tributary/explorer']

/** The driver asks for it and does without. */
const OPTIONAL = ['pg-native']

/** Bundles the command with all that it is made of into `dist/bundle`, a subcommand apart from the others. */
export async function buildCommand(): Promise<void> {
  rmSync(BUNDLE, { recursive: true, force: true })
  const modules = new Set<string>()
  await build({
    input: { main: join(ROOT, 'src/main.ts') },
    platform: 'node',
    external: [...INSTALLED, ...OPTIONAL],
    resolve: { conditionNames: ['@tributary/source', 'node'] },
    experimental: { resolveNewUrlToAsset: true },
    plugins: [workerModules, { name: 'modules', moduleParsed: ({ id }) => void modules.add(id) }],
    output: { dir: BUNDLE, format: 'esm' },
    logLevel: 'warn',
  })
  writeFileSync(join(BUNDLE, LICENSES), formatLicenses(modules))
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

if (process.argv[1] === import.meta.filename) await buildCommand()
