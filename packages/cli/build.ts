import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'
import { workerModules } from '../../test/pack/bundle-libraries.ts'
import { writeLicenses } from '../../test/pack/licenses.ts'

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
  writeLicenses(modules, BUNDLE)
}

if (process.argv[1] === import.meta.filename) await buildCommand()
