import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type AttributionAnswer,
  attribute,
  attributeMany,
  attributeTable,
  type ColumnarSource,
  createColumnarSource,
  locateCauses,
  questionRequest,
  type TableQuestion,
} from '@tributary/attribution'
import { createCatalog } from '@tributary/catalog'
import { neighbourhood, type VertexRef } from '@tributary/lineage'
import { readWorkspace } from '@tributary/platform/internal'
import { createDuckDb, createSqlTable } from '@tributary/sql'
import { writeLargeFiles } from '../catalog/large-files.ts'
import { generateLineage, pickRoots } from '../lineage/generate.ts'
import { graphOf } from '../lineage/ours.ts'
import type { Axis, Prepared } from './axis.ts'

const WINDOWS = { current: '[part] = 1', compare: '[part] = 0' } as const
const SUM = { sum: '[amount]' } as const
const MILLION = 1_000_000

/** All that grows. */
export const AXES: readonly Axis[] = [
  {
    name: 'rows in memory',
    work: 'a sum by two dimensions of 1,000 values each',
    sizes: [100_000, 300_000, MILLION, 3_000_000, 10_000_000],
    largeSizes: [30_000_000, 100_000_000],
    prepare: async (rows) => {
      const source = rowsOf(rows, { a: 1_000, b: 1_000 })
      return asking(source, { metric: SUM, dimensions: ['a', 'b'] })
    },
  },
  {
    name: 'rows on disk',
    work: 'a sum by two dimensions of 1,000 values each, from a Parquet file through DuckDB',
    sizes: [100_000, MILLION, 10_000_000],
    largeSizes: [100_000_000],
    prepare: rowsOnDisk,
  },
  {
    name: 'groups',
    work: 'a sum of two million rows by one dimension, the largest hundred groups',
    sizes: [10, 100, 1_000, 10_000, 100_000, MILLION],
    largeSizes: [10_000_000],
    prepare: async (groups) => {
      const source = rowsOf(Math.max(2 * MILLION, groups), { a: groups })
      return asking(source, { metric: SUM, dimensions: ['a'], rowLimit: 100, maxRows: groups })
    },
  },
  {
    name: 'metrics',
    work: 'quotients of a hundred filtered sums of 100,000 rows, by one dimension of 100 values',
    sizes: [1, 10, 100, 1_000, 10_000],
    largeSizes: [],
    prepare: async (metrics) => askingMany(rowsOf(100_000, { a: 100 }), metrics),
  },
  {
    name: 'dimensions',
    work: 'a sum of a million rows by dimensions of 1,000 values each',
    sizes: [1, 2, 4, 8, 12],
    largeSizes: [],
    prepare: async (count) => {
      const names = Array.from({ length: count }, (_, at) => `d${at}`)
      const source = rowsOf(MILLION, Object.fromEntries(names.map((name) => [name, 1_000])))
      return asking(source, { metric: SUM, dimensions: names })
    },
  },
  {
    name: 'edges, made',
    work: 'a lineage made from its edges, to its first question',
    sizes: [10_000, 30_000, 100_000, 300_000, MILLION],
    largeSizes: [3_000_000, 10_000_000],
    prepare: async (edges) => {
      const lineage = generateLineage(edges)
      return { run: () => graphOf(lineage).prepare() }
    },
  },
  {
    name: 'edges, asked',
    work: 'three steps up and down from fifty vertices, 20 to 200 edges each',
    sizes: [10_000, 30_000, 100_000, 300_000, MILLION],
    largeSizes: [3_000_000, 10_000_000],
    prepare: async (edges) => {
      const lineage = generateLineage(edges)
      const graph = graphOf(lineage)
      await graph.prepare()
      const around = (root: VertexRef) =>
        neighbourhood(graph, { root, upstream: 3, downstream: 3 }).edges.length
      const roots = pickRoots(lineage, 100).filter((root) => {
        const found = around(root)
        return found >= 20 && found <= 200
      })
      return { run: async () => roots.slice(0, 50).map(around) }
    },
  },
  {
    name: 'leaves of a search',
    work: 'the cause of a change found among combinations of four dimensions',
    sizes: [10_000, 100_000, MILLION],
    largeSizes: [10_000_000],
    prepare: async (leaves) => searching(leaves, 4),
  },
  {
    name: 'dimensions of a search',
    work: 'the cause of a change found among about 100,000 combinations',
    sizes: [3, 4, 5, 6, 8],
    largeSizes: [],
    prepare: async (dimensions) => searching(100_000, dimensions),
  },
  {
    name: 'definitions',
    work: 'a workspace of metrics read from its files, checked and made a catalog',
    sizes: [100, 300, 1_000, 3_000, 10_000],
    largeSizes: [30_000, 100_000],
    prepare: definitions,
  },
]

/** Rows of two windows, with an amount, and dimensions of so many values each. */
function rowsOf(rows: number, dimensions: Readonly<Record<string, number>>): ColumnarSource {
  const each = (value: (row: number) => number): Float64Array =>
    Float64Array.from({ length: rows }, (_, row) => value(row))
  const columns = Object.entries(dimensions).map(([name, values], at): [string, Int32Array] => [
    name,
    // Each value has its rows all over the table.
    Int32Array.from({ length: rows }, (_, row) => (row * (2_654_435_761 + 2 * at)) % values),
  ])
  return createColumnarSource({
    part: each((row) => (row < rows / 2 ? 0 : 1)),
    amount: each((row) => (row % 1_000) / 4),
    ...Object.fromEntries(columns),
  })
}

function asking(
  source: ColumnarSource,
  question: Pick<TableQuestion, 'metric' | 'dimensions' | 'maxRows' | 'rowLimit'>,
): Prepared {
  const request = questionRequest(source, { ...WINDOWS, ...question })
  return { run: () => attribute(source, request), end: () => source.close() }
}

/** Quotients of two of a hundred sums, each of the rows of one value. */
function askingMany(source: ColumnarSource, count: number): Prepared {
  const part = (value: number) => ({ ...SUM, where: `[a] = ${value % 100}` })
  const requests = Array.from({ length: count }, (_, at) =>
    questionRequest(source, {
      ...WINDOWS,
      metric: {
        measures: {
          [`part${at % 100}`]: part(at),
          [`part${(at * 7 + 1) % 100}`]: part(at * 7 + 1),
        },
        formula: `[part${at % 100}] / [part${(at * 7 + 1) % 100}]`,
      },
      dimensions: ['a'],
    }),
  )
  const { metric: _, ...comparison } = requests[0]!
  const many = { ...comparison, metrics: requests.map(({ metric }) => metric) }
  return {
    run: async () => {
      let tables = 0
      for await (const { answer } of attributeMany(source, many)) tables += madeTables(answer)
      return tables
    },
    end: () => source.close(),
  }
}

/** How many tables an answer has, which are made when they are read. */
function madeTables({ tables }: AttributionAnswer): number {
  return tables.map(({ table }) => table).length
}

/** A file of so many rows, made by DuckDB. */
async function rowsOnDisk(rows: number): Promise<Prepared> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-growth-'))
  const file = join(folder, 'rows.parquet')
  const { DuckDBInstance } = await import('@duckdb/node-api')
  const connection = await (await DuckDBInstance.create()).connect()
  await connection.run(
    `COPY (SELECT i % 2 AS part, (hash(i) % 1000)::INTEGER AS a, (hash(i + 1) % 1000)::INTEGER AS b, (i % 1000) / 4 AS amount FROM range(${rows}) AS made(i)) TO '${file}'`,
  )
  connection.closeSync()
  const driver = await createDuckDb()
  const place = { catalog: 'memory', schema: 'main', table: 'rows' }
  await driver.registerFile({ ...place, path: file })
  const table = await createSqlTable({ driver, table: Object.values(place) })
  return {
    run: () => attributeTable(table, { ...WINDOWS, metric: SUM, dimensions: ['a', 'b'] }),
    end: async () => {
      await driver.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A search in all combinations of equally many values of each dimension, of which one pair of values has fallen. */
function searching(leaves: number, count: number): Prepared {
  const each = Math.round(leaves ** (1 / count))
  const all = each ** count
  const dimensions = Array.from({ length: count }, (_, at) => ({
    name: `d${at}`,
    values: Array.from({ length: each }, (_, value) => `value ${value}`),
    codes: Uint32Array.from({ length: all }, (_, leaf) => Math.floor(leaf / each ** at) % each),
  }))
  const random = numbersFrom(5)
  const compare = Float64Array.from({ length: all }, () => Math.round(100 * random() ** 3))
  const [{ codes: first }, { codes: second }] = dimensions as [
    (typeof dimensions)[0],
    (typeof dimensions)[0],
  ]
  const current = compare.map((value, leaf) => {
    const hasFallen = first[leaf] === 1 && second[leaf] === 2
    return Math.round(value * (hasFallen ? 0.4 : 0.95 + 0.1 * random()))
  })
  return {
    run: async () => {
      const { causes } = locateCauses({ dimensions, current, compare })
      if (causes.length === 0) throw new Error(`no cause was found among ${all} combinations`)
      return causes
    },
  }
}

/** Numbers from 0 to 1, the same in every run. */
function numbersFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

async function definitions(metrics: number): Promise<Prepared> {
  const home = await mkdtemp(join(tmpdir(), 'tributary-growth-'))
  await writeLargeFiles(home, metrics)
  return {
    run: async () => {
      const { workspace, problems } = await readWorkspace(home)
      if (workspace === null) throw new Error(problems[0]?.message)
      return createCatalog(workspace)
    },
    end: () => rm(home, { recursive: true, force: true }),
  }
}
