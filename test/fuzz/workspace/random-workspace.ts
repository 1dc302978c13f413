import { parseWorkspace } from '@tributary/catalog'
import type { Chance } from '../chance.ts'
import type { Kind, Vocabulary } from '../expressions.ts'
import {
  type Definition,
  drawDimensions,
  drawHaving,
  drawMetrics,
  drawPlans,
  listFields,
} from './definitions.ts'
import { drawRowCondition } from './row-condition.ts'
import type { ColumnType, Table } from './rows.ts'
import { type Dataset, drawTables, type LimitedBy, type MakeName, type Tables } from './tables.ts'

/** The callers: one who may do everything, one with few rights, one whose rows are limited. */
export const ACCOUNTS = ['boss', 'eve', 'joe'] as const

/** A caller of {@link ACCOUNTS}. */
export type Account = (typeof ACCOUNTS)[number]

/** The tenant of every random workspace. */
export const TENANT = 'fuzz'

/** The user attributes that row conditions read. */
export const ATTRIBUTES: Readonly<Record<Account, Readonly<Record<string, string>>>> = {
  boss: { sees: 'all', region: 'EU' },
  eve: { sees: 'all', region: 'EU' },
  joe: { sees: 'some', region: 'EU' },
}

/** The data of a dataset. */
export interface DataFile {
  readonly name: string
  readonly table: Table
  /** The table without the rows that the row condition excludes for `joe`. */
  readonly visible: Table
}

/** What requests may name. */
export interface Names {
  readonly metrics: readonly string[]
  readonly dimensions: readonly string[]
  readonly datasets: readonly string[]
  readonly columns: readonly string[]
  readonly files: readonly string[]
  readonly plans: readonly string[]
  readonly planIds: readonly string[]
  readonly limitedBy: LimitedBy
  /** What may be asked together: metrics and dimensions of one table of facts. */
  readonly facts: readonly FactNames[]
  /** Metrics that are a quotient of two others. */
  readonly quotients: readonly (readonly [metric: string, above: string, below: string])[]
  /** Tasks that fill tables of plans; known when the server runs. */
  readonly tasks: string[]
  /** What `eve` may use. */
  readonly granted: { readonly metrics: readonly string[]; readonly dimensions: readonly string[] }
  /** Names that an answer to `eve` may not have. */
  readonly hidden: readonly string[]
  /** What `eve` has written into views, which answers to her may have. */
  readonly written: string[]
}

/** Names of one table of facts. */
export interface FactNames {
  readonly metrics: readonly string[]
  readonly dimensions: readonly { readonly name: string; readonly kind: Kind | null }[]
  /** What conditions may name. */
  readonly words: Vocabulary
}

/** A random workspace with its data. */
export interface RandomWorkspace {
  readonly files: readonly DataFile[]
  /** `workspace.yaml` with a row condition. */
  readonly limited: string
  /** The same without it. */
  readonly unlimited: string
  readonly names: Names
}

/** The sections of a workspace from which definitions with mistakes are left out. */
interface Sections {
  readonly dimensions: readonly Definition[]
  readonly metrics: readonly Definition[]
  readonly plans: readonly Definition[]
  readonly grants: readonly object[]
}

/** Draws a valid workspace: definitions with a mistake are left out. */
export function drawWorkspace(chance: Chance): RandomWorkspace {
  const name: MakeName = (base) => `${base}_${drawToken(chance)}`
  const limitedBy = chance.pick(['column', 'column', 'relation', 'places', 'prices'] as const)
  const tables = drawTables(chance, name, limitedBy)
  const limit = drawRowCondition(chance, tables, limitedBy)
  const datasets = [...tables.facts, tables.places, tables.prices]
  const plain = drawDimensions(chance, name, tables)
  const drawn = drawMetrics(chance, name, { tables, dimensions: plain })
  const having = drawHaving(chance, name, { dimensions: plain, metrics: drawn })
  const source = name('lake')
  const files = datasets.map((dataset) => ({
    name: `${dataset.name}.${chance.pick(['csv', 'csv', 'parquet'])}`,
    table: dataset.table,
    visible: limit.visible(dataset),
  }))
  const head = {
    tenant: TENANT,
    timeZone: chance.pick(['UTC', 'Europe/Berlin', 'America/New_York']),
    calendar: chance.pick([{ weekStart: 'MONDAY' }, { weekStart: 'SUNDAY', fiscalYearStart: 7 }]),
    accounts: [
      { account: 'boss', role: 'OWNER' },
      { account: 'eve' },
      { account: 'joe', role: 'USAGER' },
    ],
    datasources: [{ name: source, type: 'FILES', root: '.' }],
  }
  const listDatasets = (isLimited: boolean) =>
    datasets.map(({ name: dataset, columns, definition }, index) => ({
      name: dataset,
      source: { datasource: source, file: files[index]!.name },
      columns: Object.values(columns).map((column) => ({ name: column.name, type: column.type })),
      ...definition,
      ...(isLimited && dataset === limit.dataset && { rows: limit.rows }),
    }))
  const print = (made: Sections) =>
    printWorkspace({ ...head, datasets: listDatasets(true), ...made })
  const { dimensions, metrics } = leaveMistakesOut(
    { dimensions: [...plain, having], metrics: drawn, plans: [], grants: [] },
    print,
  )
  const granted = {
    metrics: chance.some(metrics, 0.25).map((one) => one.name),
    dimensions: chance.some(dimensions, 0.25).map((one) => one.name),
  }
  const grants = [
    ...granted.metrics.map((metric) => ({ account: 'eve', role: 'USAGER', metric })),
    ...granted.dimensions.map((dimension) => ({ account: 'eve', role: 'USAGER', dimension })),
  ]
  const plans = drawPlans(chance, name, { dimensions, metrics })
  const sections = leaveMistakesOut({ dimensions, metrics, plans, grants }, print)
  const valid = (section: 'dimensions' | 'metrics' | 'plans') =>
    sections[section].map((one) => one.name)
  const columns = datasets.flatMap((dataset) =>
    Object.values(dataset.columns).map((column) => column.name),
  )
  const shown = new Set([...granted.metrics, ...granted.dimensions])
  const relations = tables.relations.flatMap((one) => Object.values(one))
  const all = [...valid('metrics'), ...valid('dimensions'), ...valid('plans'), ...columns]
  return {
    files,
    limited: printWorkspace({ ...head, datasets: listDatasets(true), ...sections }),
    unlimited: printWorkspace({ ...head, datasets: listDatasets(false), ...sections }),
    names: {
      metrics: valid('metrics'),
      dimensions: valid('dimensions'),
      plans: valid('plans'),
      planIds: sections.plans.map(({ id }) => String(id)),
      limitedBy,
      datasets: datasets.map((one) => one.name),
      columns,
      files: files.map((one) => `${source}.files.${one.name.replace('.', '_')}`),
      facts: tables.facts.map((fact) => listNames(fact, tables, sections)),
      quotients: sections.metrics.flatMap(({ name: metric, expr }) => {
        const [, above, below] = /^\[([^\]]+)\] \/ \[([^\]]+)\]$/.exec(String(expr)) ?? []
        return above === undefined ? [] : [[metric, above, below!] as const]
      }),
      tasks: [],
      granted,
      written: [],
      hidden: [...all, ...relations, ...datasets.map((one) => one.name), source].filter(
        (one) => !shown.has(one),
      ),
    },
  }
}

const KINDS: Readonly<Record<ColumnType, Kind>> = {
  ...{ BIGINT: 'number', DOUBLE: 'number', DECIMAL: 'number', VARCHAR: 'text' },
  ...{ BOOLEAN: 'condition', DATE: 'time', TIMESTAMP: 'time' },
}

function listNames(fact: Dataset, tables: Tables, { metrics, dimensions }: Sections): FactNames {
  const types = new Map(
    [fact, tables.places, tables.prices].flatMap(({ columns }) =>
      Object.values(columns).map((column) => [column.name, KINDS[column.type]]),
    ),
  )
  const datasets = new Map<unknown, unknown>()
  for (const { name, dataset, metric } of metrics) {
    datasets.set(name, dataset ?? datasets.get(metric))
  }
  return {
    metrics: metrics.map(({ name }) => name).filter((name) => datasets.get(name) === fact.name),
    dimensions: dimensions
      .filter(({ dataset }) => dataset === fact.name)
      .map(({ name, column }) => ({ name, kind: types.get(String(column)) ?? null })),
    words: listFields(fact, tables),
  }
}

const CONSONANTS = 'bcdfghjkmnpqrstvwxz'

/** Letters that no text has by chance. */
function drawToken(chance: Chance): string {
  return Array.from({ length: 5 }, () => chance.pick([...CONSONANTS])).join('')
}

/** A value in JSON is one in YAML. */
function printWorkspace(parts: object): string {
  return Object.entries(parts)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}\n`)
    .join('')
}

/** The sections without the definitions that have a problem; what refers to these has one then. */
function leaveMistakesOut(sections: Sections, print: (made: Sections) => string): Sections {
  let kept = sections
  for (;;) {
    const { problems } = parseWorkspace([{ file: 'workspace.yaml', text: print(kept) }])
    if (problems.length === 0) return kept
    const wrong = new Set(problems.map(({ path }) => /^\w+\[\d+\]/.exec(path)?.[0] ?? path))
    const right = <T>(section: keyof Sections, list: readonly T[]): readonly T[] =>
      list.filter((_, index) => !wrong.has(`${section}[${index}]`))
    const without: Sections = {
      dimensions: right('dimensions', kept.dimensions),
      metrics: right('metrics', kept.metrics),
      plans: right('plans', kept.plans),
      grants: right('grants', kept.grants),
    }
    const count = (made: Sections) => Object.values(made).flat().length
    if (count(without) === count(kept)) throw new Error(`Not valid: ${JSON.stringify(problems[0])}`)
    kept = without
  }
}
