import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { type PublishedPackage, toSubpath } from './packages.ts'

const ROOT = join(import.meta.dirname, '..')

/** The versions that the workspace has of packages of others, by name. */
const { catalog } = parse(readFileSync(join(ROOT, 'pnpm-workspace.yaml'), 'utf8')) as {
  readonly catalog: Readonly<Record<string, string>>
}

/** The package.json of a published package, as text. Versions of what is installed are those that were tested. */
export function formatManifest(published: PublishedPackage): string {
  const { folder, entries, installed, optional, sideEffects } = published
  const source = join(ROOT, 'packages', folder, 'package.json')
  const manifest = JSON.parse(readFileSync(source, 'utf8')) as Record<string, unknown>
  for (const key of OF_WORKSPACE) delete manifest[key]
  const exports = entries.map((entry) => [
    toSubpath(entry),
    { types: `./dist/${entry}.d.ts`, default: `./dist/${entry}.js` },
  ])
  return `${JSON.stringify(
    {
      ...manifest,
      publishConfig: { access: 'public' },
      exports: Object.fromEntries([...exports, ...schemaExports(folder)]),
      sideEffects: sideEffects.length === 0 ? false : sideEffects,
      dependencies: Object.fromEntries(installed.map((name) => [name, catalog[name]])),
      ...(optional.length > 0 && {
        peerDependencies: Object.fromEntries(optional.map((name) => [name, `^${catalog[name]}`])),
        peerDependenciesMeta: Object.fromEntries(
          optional.map((name) => [name, { optional: true }]),
        ),
      }),
    },
    null,
    2,
  )}\n`
}

/** Who installs the platform or the command has the schema of workspace files for an editor. */
function schemaExports(folder: string): readonly (readonly [string, string])[] {
  return SCHEMA_IN.includes(folder) ? [[`./${SCHEMA}`, `./${SCHEMA}`]] : []
}

/** What the manifest of a package says for the workspace alone. */
const OF_WORKSPACE = ['private', 'dependencies', 'devDependencies']

/** The JSON Schema of workspace files. */
export const SCHEMA = 'workspace.schema.json'
/** The packages that have {@link SCHEMA}. */
export const SCHEMA_IN: readonly string[] = ['platform', 'cli']
