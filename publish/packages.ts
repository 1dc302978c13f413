/** A package that is published. The package of the workspace with the same name has its README and manifest. */
export interface PublishedPackage {
  /** The folder below `packages`, and the name after `@tributary/`. */
  readonly folder: string
  /** The modules of `entries/<folder>`; `index` is the package itself, any other a subpath. */
  readonly entries: readonly string[]
  /** What is installed with it instead of being bundled, with the reason in docs/decisions/0069. */
  readonly installed: readonly string[]
  /** Clients of engines, which the user installs for an engine that needs one. */
  readonly optional: readonly string[]
  /** Modules that do something when they are loaded. */
  readonly sideEffects: readonly string[]
}

/** The packages that are published; all others are bundled into them. */
export const PUBLISHED: readonly PublishedPackage[] = [
  {
    folder: 'attribution',
    entries: ['index', 'expression'],
    // Answers are tables of arquero, which users read with their own.
    installed: ['@uwdata/flechette', 'arquero'],
    optional: [],
    sideEffects: [],
  },
  {
    folder: 'lineage',
    entries: ['index'],
    // Types of graphs that others make.
    installed: ['graphology-types'],
    optional: [],
    sideEffects: [],
  },
  {
    folder: 'platform',
    entries: ['index', 'server', 'sql', 'catalog', 'definitions'],
    // Native code; types that a Fastify application and the schemas of requests have.
    installed: ['@duckdb/node-bindings', 'fastify', 'typebox'],
    optional: ['@clickhouse/client', 'pg'],
    sideEffects: ['./dist/index.js', './dist/server.js'],
  },
  {
    folder: 'client',
    entries: ['index', 'contract', 'tributary-why'],
    // The schemas of requests.
    installed: ['typebox'],
    optional: [],
    sideEffects: ['./dist/tributary-why.js'],
  },
  {
    folder: 'cli',
    entries: ['main'],
    installed: ['@duckdb/node-bindings'],
    optional: [],
    sideEffects: ['./bin/tributary.js', './dist/main.js'],
  },
]

/** The subpath of an entry, as `exports` of a manifest has it. */
export function toSubpath(entry: string): string {
  return entry === 'index' ? '.' : `./${entry}`
}

/** The module that a user imports for an entry: `@tributary/platform/server`. */
export function toSpecifier(folder: string, entry: string): string {
  return `@tributary/${folder}${toSubpath(entry).slice(1)}`
}
