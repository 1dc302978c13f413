import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { circles } from './support/circles.ts'
import { type Import, importsOfPackages, ROOT, roomOf, sourceFiles } from './support/imports.ts'
import { PACKAGES } from './support/public-api.ts'
import { ROOMS } from './support/rooms.ts'

/** Which of our packages each may import. docs/architecture.md draws it. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: [],
  contract: ['core'],
  expression: ['core'],
  lineage: ['core'],
  attribution: ['core', 'expression'],
  sql: ['core', 'expression', 'attribution'],
  catalog: ['core', 'expression', 'attribution', 'lineage'],
  definitions: ['core', 'expression', 'catalog'],
  platform: [
    ...['core', 'contract', 'expression', 'attribution', 'sql', 'catalog', 'lineage'],
    'definitions',
  ],
  explorer: ['core', 'contract', 'client', 'expression'],
  server: ['core', 'contract', 'explorer', 'platform'],
  client: ['contract'],
  cli: ['core', 'contract', 'client', 'definitions', 'platform', 'server'],
}

/** Where third-party code may appear: package, module, and the files (by the start of their path). */
const THIRD_PARTY: readonly (readonly [from: string, module: string, place: string])[] = [
  ['contract', 'typebox', ''],
  ['expression', 'chevrotain', 'syntax/'],
  ['attribution', 'arquero', 'columnar/'],
  ['attribution', 'arquero', 'tables/'],
  ['attribution', '@uwdata/flechette', 'columnar/snapshot/'],
  ['sql', '@clickhouse/client', 'drivers/clickhouse'],
  ['sql', '@duckdb/', 'drivers/duckdb'],
  ['sql', 'hucre', 'drivers/duckdb/files/containers'],
  ['sql', 'pg', 'drivers/postgresql'],
  ['lineage', 'graphology-traversal', 'queries/'],
  ['lineage', 'graphology-types', 'queries/'],
  ['catalog', 'yaml', 'workspace/'],
  ['catalog', 'typebox', 'workspace/'],
  ['platform', 'croner', 'queue/'],
  ['platform', 'kysely', 'store/'],
  ['platform', 'pg', 'store/postgresql'],
  ['server', 'fastify', ''],
  ['server', '@fastify/', ''],
  ['server', 'prom-client', 'plugins/metrics/'],
  ['platform', 'jose', 'access/'],
  ['server', 'typebox', ''],
  ['explorer', 'preact', ''],
  ['explorer', '@preact/signals', ''],
  ['explorer', '@codemirror/', 'editor/'],
  ['cli', 'commander', ''],
  ['cli', 'typebox', 'flags/issuers.ts'],
  ['cli', 'typebox', 'mcp/'],
  ['cli', '@modelcontextprotocol/sdk', 'mcp/'],
  ['cli', 'yaml', 'flags/issuers.ts'],
]

/** The front doors of a package, which import any room and are imported by none. */
const DOORS = ['index.ts', 'internal.ts']

const imports = importsOfPackages()

function name({ from, file, specifier }: Import): string {
  return `${from}/src/${file} → ${specifier}`
}

describe('the packages', () => {
  test('are those of the table', () => {
    expect(PACKAGES).toEqual(Object.keys(MAY_IMPORT).sort())
    expect(PACKAGES).toEqual(Object.keys(ROOMS).sort())
  })

  test('have imports', () => {
    expect(imports.length).toBeGreaterThan(300)
  })

  test('import only those below them', () => {
    const wrong = imports.filter(({ from, specifier }) => {
      const [scope, other = ''] = specifier.split('/')
      return scope === '@tributary' && !MAY_IMPORT[from]?.includes(other)
    })
    expect(wrong.map(name)).toEqual([])
  })

  test('of which the client loads only the table of routes', () => {
    const loaded = imports.filter(
      ({ from, typeOnly, specifier }) =>
        from === 'client' &&
        !typeOnly &&
        !specifier.startsWith('.') &&
        specifier !== '@tributary/contract/routes',
    )
    expect(loaded.map(name)).toEqual([])
  })

  test('of which @tributary/expression/literal loads no parser and no package', () => {
    const loaded = new Set(['literal.ts'])
    const outside: string[] = []
    for (const file of loaded) {
      for (const one of imports) {
        if (one.from !== 'expression' || one.file !== file || one.typeOnly) continue
        if (one.target === null) outside.push(one.specifier)
        else loaded.add(one.target)
      }
    }
    expect(outside).toEqual([])
    expect([...loaded].sort()).toEqual(['literal.ts', 'tree/literals.ts'])
  })

  test('import other packages only through their public modules', () => {
    const wrong = imports.filter(
      ({ specifier, target }) =>
        /^@tributary\/[^/]+\/(?!internal$|routes$|literal$|numbers$|csv$)./.test(specifier) ||
        target?.startsWith('..') === true,
    )
    expect(wrong.map(name)).toEqual([])
  })

  test('keep third-party code in its rooms', () => {
    const wrong = imports.filter(({ from, file, specifier }) => {
      if (/^(node:|\.|@tributary\/)/.test(specifier)) return false
      return !THIRD_PARTY.some(
        ([owner, module, place]) =>
          owner === from && specifier.startsWith(module) && file.startsWith(place),
      )
    })
    expect(wrong.map(name)).toEqual([])
  })

  test('do not import their own index or internal module', () => {
    expect(imports.filter(({ target }) => DOORS.includes(target ?? '')).map(name)).toEqual([])
  })

  test('declare what they import', () => {
    const wrong = imports.filter(({ from, file, specifier }) => {
      if (/^(node:|\.)/.test(specifier)) return false
      const manifest = JSON.parse(
        readFileSync(join(ROOT, 'packages', from, 'package.json'), 'utf8'),
      ) as Record<'dependencies' | 'devDependencies', Record<string, string> | undefined>
      const module = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
      // The page and the command are published as bundles with what they import.
      const isBundled =
        from === 'cli' || (from === 'explorer' && !/^(?:index\.ts|files\/)/.test(file))
      const { dependencies, devDependencies } = manifest
      return { ...dependencies, ...(isBundled && devDependencies) }[module] === undefined
    })
    expect(wrong.map(name)).toEqual([])
  })

  test('have no cycle of files, type imports included', () => {
    const arrows = imports.flatMap(({ from, file, target }) =>
      target === null ? [] : [[`${from}/${file}`, `${from}/${target}`] as const],
    )
    expect(circles(arrows)).toEqual([])
  })

  describe.each(Object.entries(ROOMS))('%s', (from, levels) => {
    const levelOf = new Map(
      levels.flatMap((rooms, level) => Object.keys(rooms).map((room) => [room, level])),
    )

    test('has the rooms of the table', () => {
      const rooms = new Set(sourceFiles(from).map(roomOf))
      for (const door of DOORS) rooms.delete(door)
      expect([...rooms].sort()).toEqual([...levelOf.keys()].sort())
    })

    test('lets each room import only those below it', () => {
      const wrong = imports.filter(({ from: one, file, target }) => {
        if (one !== from || target === null || DOORS.includes(file)) return false
        const [room, other] = [roomOf(file), roomOf(target)]
        return room !== other && levelOf.get(other)! >= levelOf.get(room)!
      })
      expect(wrong.map((one) => `${name(one)} (${one.target})`)).toEqual([])
    })

    test('has no circle of folders at any depth', () => {
      const arrows = imports.flatMap(({ from: one, file, target }) =>
        one !== from || target === null ? [] : [[file, target] as const],
      )
      const folders = new Set(sourceFiles(from).flatMap(listFolders))
      const found = [...folders].flatMap((folder) => {
        const inside = arrows
          .filter((files) => files.every((file) => file.startsWith(`${folder}/`)))
          .map(([file, target]) => [partOf(folder, file), partOf(folder, target)] as const)
        return circles(inside.filter(([part, other]) => part !== other))
      })
      expect(found).toEqual([])
    })

    test('has no folder of more than 25 files', () => {
      const folders = Object.entries(Object.groupBy(sourceFiles(from), (file) => dirname(file)))
      const flat = folders.filter(([, files]) => files!.length > 25)
      expect(flat.map(([folder]) => folder)).toEqual([])
    })
  })
})

/** The folders that a file is in, below `src`. */
function listFolders(file: string): readonly string[] {
  const folder = dirname(file)
  return folder === '.' ? [] : [...listFolders(folder), folder]
}

/** A folder in a folder, given by a file in it; the folder itself for the files that lie in it. */
function partOf(folder: string, file: string): string {
  const rest = file.slice(folder.length + 1)
  return rest.includes('/') ? `${folder}/${rest.split('/', 1)[0]}` : folder
}
