import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readWorkspace, workspaceSchema } from '@tributary/catalog'
import { main } from '@tributary/cli/main'
import { systemClock } from '@tributary/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '../support/imports.ts'

const PAGE = readFileSync(join(ROOT, 'docs/workspace.md'), 'utf8')

/** The part of the page below a heading, up to the next one. */
function section(heading: string): string {
  const [, text] = PAGE.split(new RegExp(`^#+ ${heading}$`, 'm'))
  expect(text, heading).toBeDefined()
  return text!.split(/^#+ /m, 1)[0]!
}

/** The fenced blocks that a line with a file's name in backticks and a colon introduces. */
const FILES: ReadonlyMap<string, string> = new Map(
  [...PAGE.matchAll(/`([\w.]+)`:\n\n```(?:yaml|csv)\n([\s\S]*?)^```$/gm)].map(
    ([, name = '', text = '']) => [name, text],
  ),
)

/** The fenced commands (`$ tributary …`) with what the page says they print. */
const SESSIONS = [...PAGE.matchAll(/^```\n\$ tributary (.*)\n([\s\S]*?)^```$/gm)].map(
  ([, command = '', output = '']) => ({
    args: [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!),
    output,
  }),
)

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tributary-docs-'))
  for (const [parent, left] of [
    ['good', 'broken.yaml'],
    ['bad', 'workspace.yaml'],
  ] as const) {
    mkdirSync(join(folder, parent, 'shop'), { recursive: true })
    for (const [name, text] of FILES) {
      if (name !== left) writeFileSync(join(folder, parent, 'shop', name), text)
    }
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Runs the command in a folder of ours, which its output then calls `/data`. */
async function tributary(cwd: string, args: readonly string[]) {
  let printed = ''
  const exitCode = await main(args, {
    stdout: {
      write: (text) => {
        printed += text
      },
      isTerminal: false,
      columns: null,
    },
    stderr: { write: () => {}, isTerminal: false, columns: null },
    env: {},
    cwd,
    signal: new AbortController().signal,
    clock: systemClock,
    exitWithin: () => {},
  })
  return { exitCode, printed: printed.replaceAll(cwd, '/data') }
}

describe('the example', () => {
  test('has all its files on the page', () => {
    expect([...FILES.keys()]).toEqual([
      'workspace.yaml',
      'orders.csv',
      'customers.csv',
      'broken.yaml',
    ])
  })

  test('is a workspace without mistakes', async () => {
    const reading = await readWorkspace(join(folder, 'good/shop'))
    expect(reading.problems).toEqual([])
    expect(reading.workspace?.metrics.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['ATOMIC', 'DERIVED', 'COMPOSITE']),
    )
  })

  test.each([
    ['validate', 0, 'good', 0],
    ['explain', 1, 'good', 0],
    ['validate with mistakes', 2, 'bad', 1],
  ])('%s prints what the page says', async (_, index, parent, exitCode) => {
    const { args, output } = SESSIONS[index]!
    expect(await tributary(join(folder, parent), args)).toEqual({ exitCode, printed: output })
  })

  test('has every session run', () => {
    expect(SESSIONS).toHaveLength(3)
  })
})

/** What these tests read of the schema. */
interface Shape {
  readonly type?: string
  readonly const?: string
  readonly enum?: readonly string[]
  readonly maxLength?: number
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly anyOf?: readonly Shape[]
}

/** A key as the page has to tell it. */
interface Key {
  readonly isRequired: boolean
  readonly words: readonly string[]
}

/** The keys of an object, those of the objects in it included, by their way from it. */
function keysOf(shape: Shape, way = ''): readonly (readonly [string, Key])[] {
  return Object.entries(shape.properties ?? {}).flatMap(([name, one]) => {
    const words = [
      ...(one.enum ?? []),
      ...(one.const === undefined ? [] : [one.const]),
      // A length limit of a name is told once for all names.
      ...(one.maxLength === undefined || one.maxLength === 128 ? [] : [`${one.maxLength}`]),
    ]
    const key = { isRequired: shape.required?.includes(name) ?? false, words }
    return [
      [`${way}${name}`, key] as const,
      ...keysOf(one, `${way}${name}.`),
      ...(one.items === undefined ? [] : keysOf(one.items, `${way}${name}[].`)),
    ]
  })
}

/** The rows of the table below a heading, by their first cell. */
function rowsOf(heading: string): ReadonlyMap<string, string> {
  const rows = [...section(heading).matchAll(/^\| `([^`]+)` +\|(.*)\|$/gm)]
  return new Map(rows.map(([, key = '', rest = '']) => [key, rest]))
}

function expectKeys(heading: string, expected: ReadonlyMap<string, Key>): void {
  const rows = rowsOf(heading)
  expect([...rows.keys()].toSorted(), heading).toEqual([...expected.keys()].toSorted())
  for (const [name, { isRequired, words }] of expected) {
    const [, preset = ''] = rows.get(name)!.split('|')
    expect(preset.trim() === 'required', `${heading}: ${name}`).toBe(isRequired)
    for (const word of words) expect(rows.get(name), `${heading}: ${name}`).toContain(word)
  }
}

describe('the tables of keys', () => {
  const root = workspaceSchema as unknown as Shape
  const sections = root.properties!
  const kinds = sections.metrics!.items!.anyOf!
  const common = new Set([
    'name',
    'code',
    'displayName',
    'description',
    'category',
    'rows',
    'unit',
    'format',
    'explain',
    'type',
  ])
  const isCommon = (key: string): boolean => common.has(key.split('.')[0]!)

  test('name every key of a file', () => {
    const names = Object.keys(sections)
    expect([...rowsOf('The file').keys()].toSorted()).toEqual(names.toSorted())
    expect(root.required ?? []).toEqual([])
    for (const name of names.filter((one) => sections[one]!.type === 'array')) {
      expect(PAGE).toContain(`\n### ${name}\n`)
    }
  })

  test.each(['accounts', 'categories', 'grants', 'groups', 'datasets', 'dimensions', 'plans'])(
    'name every key of %s',
    (at) => {
      expectKeys(at, new Map(keysOf(sections[at]!.items!)))
    },
  )

  test('name what all metrics have', () => {
    const types = kinds.map((kind) => kind.properties!.type!.const!)
    const [first] = kinds.map((kind) => keysOf(kind).filter(([key]) => isCommon(key)))
    expectKeys('metrics', new Map(first))
    for (const type of types) expect(rowsOf('metrics').get('type')).toContain(`\`${type}\``)
  })

  test.each(kinds.map((kind) => [kind.properties!.type!.const!, kind] as const))(
    'name every further key of %s',
    (type, kind) => {
      expectKeys(type, new Map(keysOf(kind).filter(([key]) => !isCommon(key))))
    },
  )
})

describe('the tables of keys of datasources', () => {
  const sections = (workspaceSchema as unknown as Shape).properties!
  const kinds = sections.datasources!.items!.anyOf!
  const isCommon = (key: string): boolean => ['name', 'displayName', 'type'].includes(key)

  test('name what all have', () => {
    expectKeys('datasources', new Map(keysOf(kinds[0]!).filter(([key]) => isCommon(key))))
    const types = kinds.map((kind) => kind.properties!.type!.const!)
    for (const type of types) expect(rowsOf('datasources').get('type')).toContain(`\`${type}\``)
  })

  test.each(kinds.map((kind) => [kind.properties!.type!.const!, kind] as const))(
    'name every further key of %s',
    (type, kind) => {
      expectKeys(type, new Map(keysOf(kind).filter(([key]) => !isCommon(key))))
    },
  )
})

test('the schema line names the file that is published', () => {
  const line = FILES.get('workspace.yaml')!.split('\n', 1)[0]!
  expect(section('In your editor')).toContain(`\`${line}\``)
  const path = /node_modules\/@tributary\/cli\/(\S+)$/.exec(line)?.[1]
  const text = readFileSync(join(ROOT, 'packages/catalog/schema', path!), 'utf8')
  expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(workspaceSchema)))
})
