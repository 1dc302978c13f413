import { type DatasetDefinition, METRIC_TIME, type Workspace } from '@tributary/catalog'
import type { ComputedWord } from '@tributary/expression'
import { GRAIN_WORDS } from '@tributary/expression/internal'
import { type Draft, PLAIN_DIMENSION, toTexts } from '../../draft/draft.ts'
import type { Place } from '../../draft/place.ts'
import { type FoundTable, findColumnByName, type TableReference } from '../../draft/tables.ts'
import { readReference } from './template.ts'

/** A table of times with granularities of the project. */
export interface DbtTimeSpine {
  readonly table: TableReference
  /** The column with the time of a row. */
  readonly column: string
  /** How long a row is: `day`. */
  readonly grain: string
  readonly granularities: readonly { readonly name: string; readonly column: string }[]
  readonly at: Place
}

/** A saved query, as far as tables of times are concerned. */
interface SpineQuery {
  readonly metrics: readonly string[]
  readonly groupBy: readonly string[]
}

/** Reads the tables of times of a manifest that have granularities of the project, or that saved queries ask for times. */
export function readTimeSpines(
  document: Place,
  queries: readonly SpineQuery[],
): readonly DbtTimeSpine[] {
  const spines = document.key('project_configuration').key('time_spines').items()
  const timeSpines = spines.map(readTimeSpine)
  const queriedSpines = findQueriedSpines(timeSpines, queries)
  return timeSpines.filter((spine) => spine.granularities.length > 0 || queriedSpines.has(spine))
}

const LENGTHS = ['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year']

/** The time spines of saved queries without metrics: for each grain that they group by, the coarsest table that has it. */
function findQueriedSpines(
  spines: readonly DbtTimeSpine[],
  queries: readonly SpineQuery[],
): ReadonlySet<DbtTimeSpine> {
  const grains = queries.flatMap(({ metrics, groupBy }) => {
    if (metrics.length > 0) return []
    return groupBy.flatMap((text) => {
      const reference = readReference(text)
      const isTime = reference?.parts.join('__') === METRIC_TIME && reference.datePart === null
      return isTime ? [LENGTHS.indexOf(reference.grain?.toLowerCase() ?? 'day')] : []
    })
  })
  return new Set(
    grains.flatMap((length) => {
      const fine = spines.filter(({ grain }) => {
        const spineLength = LENGTHS.indexOf(grain)
        return spineLength >= 0 && spineLength <= length
      })
      const longest = fine.toSorted((a, b) => LENGTHS.indexOf(b.grain) - LENGTHS.indexOf(a.grain))
      return longest.slice(0, 1)
    }),
  )
}

/** Reads where a model or a table of times is. */
export function readTable(relation: Place): TableReference {
  return {
    database: relation.key('database').optionalText(),
    schema: relation.key('schema_name').optionalText(),
    table: relation.key('alias').name(),
  }
}

function readTimeSpine(at: Place): DbtTimeSpine {
  const primary = at.key('primary_column')
  const granularities = at.key('custom_granularities').items()
  return {
    table: readTable(at.key('node_relation')),
    column: primary.key('name').name(),
    grain: primary.key('time_granularity').optionalText()?.toLowerCase() ?? 'day',
    granularities: granularities.map((granularity) => {
      const name = granularity.key('name').name()
      return { name, column: granularity.key('column_name').optionalText() ?? name }
    }),
    at,
  }
}

/**
 * Makes the calendar from the time spines of a project, and a dataset with a dimension of its times from each spine that a
 * saved query takes times from.
 */
export function makeTimeSpines(
  manifest: {
    readonly timeSpines: readonly DbtTimeSpine[]
    readonly savedQueries: readonly SpineQuery[]
  },
  draft: Draft,
  resolvedTables: readonly (FoundTable | null)[],
): void {
  const { timeSpines, savedQueries } = manifest
  const queriedSpines = findQueriedSpines(timeSpines, savedQueries)
  const datasets = new Map<DbtTimeSpine, string>()
  for (const [index, spine] of timeSpines.entries()) {
    if (!queriedSpines.has(spine)) continue
    const spineDataset = makeTimes(spine, draft, resolvedTables[index] ?? null)
    if ('name' in spineDataset) datasets.set(spine, spineDataset.name)
    else {
      const subject = { kind: 'dataset', name: spine.table.table, at: spine.at } as const
      draft.findings.add('LEFT_OUT', subject, spineDataset.refused)
    }
  }
  makeCalendar(manifest, { draft, tables: resolvedTables, datasets })
}

/** The dataset of a table of times, and the dimension of its times. */
function makeTimes(
  { table, column, grain, at }: DbtTimeSpine,
  draft: Draft,
  resolvedTable: FoundTable | null,
): { readonly name: string } | { readonly refused: string } {
  if (resolvedTable === null) return { refused: `there is no data for the table ${table.table}` }
  const time = findTimeColumn(resolvedTable, { table: table.table, column })
  if (time === null) return { refused: `the column ${column} of ${table.table} is no time` }
  const name = draft.names.datasets.take(table.table)
  const subject = { kind: 'dataset', name: table.table, at } as const
  const plainGrain = GRAIN_WORDS.find((word) => word === grain.toUpperCase()) as
    | ComputedWord
    | undefined
  draft.add(
    'datasets',
    {
      ...makeSpineDataset(name, resolvedTable),
      time: { column: time.name, grain: plainGrain ?? 'DAY' },
    },
    subject,
  )
  const dimension = draft.names.dimensions.take(`${table.table}_${column}`)
  draft.add(
    'dimensions',
    {
      ...toTexts(dimension, { label: null, description: null }),
      ...PLAIN_DIMENSION,
      dataset: name,
      via: [],
      value: { type: 'COLUMN_BIND', column: time.name },
      originDataType: time.originDataType,
    },
    subject,
  )
  return { name }
}

function findTimeColumn(
  { columns }: FoundTable,
  { table, column }: { readonly table: string; readonly column: string },
): FoundTable['columns'][number] | null {
  const matchedColumn = findColumnByName({ name: table, columns }, { text: column, quoted: true })
  if (typeof matchedColumn === 'string') return null
  return /^(DATE|DATETIME|TIMESTAMP)$/.test(matchedColumn.originDataType) ? matchedColumn : null
}

/**
 * The calendar of the granularities of a project that saved queries group by. Others are not used: the labels of a
 * granularity must tell its periods apart, which only the rows of its table say.
 */
function makeCalendar(
  {
    timeSpines,
    savedQueries,
  }: {
    readonly timeSpines: readonly DbtTimeSpine[]
    readonly savedQueries: readonly SpineQuery[]
  },
  {
    draft,
    tables,
    datasets,
  }: {
    readonly draft: Draft
    readonly tables: readonly (FoundTable | null)[]
    /** The datasets that were made from time spines. */
    readonly datasets: ReadonlyMap<DbtTimeSpine, string>
  },
): void {
  const queriedGrains = new Set(
    savedQueries.flatMap(({ groupBy }) =>
      groupBy.map((text) => readReference(text)?.grain?.toUpperCase()),
    ),
  )
  for (const [index, spine] of timeSpines.entries()) {
    const used = spine.granularities.filter(({ name }) => queriedGrains.has(name.toUpperCase()))
    if (used.length === 0) continue
    const usedSpine = { ...spine, granularities: used }
    const source = makeCalendarSource(usedSpine, {
      draft,
      table: tables[index] ?? null,
      dataset: datasets.get(spine) ?? null,
    })
    if (typeof source === 'string') {
      for (const { name } of used) {
        draft.findings.add('LEFT_OUT', { kind: 'granularity', name, at: spine.at }, source)
      }
    } else draft.calendar.push(source)
  }
}

const NAME = /^[A-Z][A-Z0-9]{0,39}(_[A-Z0-9]+)*$/

/** A table of times as a source of periods, or why it is none. */
function makeCalendarSource(
  { table, column, grain, granularities, at }: DbtTimeSpine,
  {
    draft,
    table: resolvedTable,
    dataset,
  }: {
    readonly draft: Draft
    readonly table: FoundTable | null
    readonly dataset: string | null
  },
): NonNullable<Workspace['calendar']['sources']>[number] | string {
  if (resolvedTable === null) return `there is no data for its table ${table.table}`
  if (grain !== 'day') return `its table has a row for each ${grain}, not for each day`
  const findColumn = (text: string) => {
    const matchedColumn = findColumnByName(
      { name: table.table, columns: resolvedTable.columns },
      { text, quoted: true },
    )
    return typeof matchedColumn === 'string' ? null : matchedColumn
  }
  const start = findTimeColumn(resolvedTable, { table: table.table, column })
  if (start === null) {
    return `the column ${column} of ${table.table} is no time`
  }
  const words = new Set<string>(GRAIN_WORDS)
  const grains: { name: string; label: string }[] = []
  for (const { name, column: label } of granularities) {
    const word = name.toUpperCase()
    const labels = findColumn(label)
    if (labels === null) return `${table.table} has no column ${label}`
    if (!NAME.test(word) || words.has(word)) return `${name} cannot be the name of a granularity`
    words.add(word)
    grains.push({ name: word, label: labels.name })
  }
  const name = dataset ?? draft.names.datasets.take(table.table)
  if (dataset === null) {
    draft.add('datasets', makeSpineDataset(name, resolvedTable), {
      kind: 'dataset',
      name: table.table,
      at,
    })
  }
  return { dataset: name, start: start.name, end: null, grains }
}

function makeSpineDataset(name: string, { source, columns }: FoundTable): DatasetDefinition {
  return {
    ...toTexts(name, { label: null, description: null }),
    source,
    columns,
    filter: null,
    layout: {},
    owner: null,
    tags: [],
    time: null,
    relations: [],
    partition: null,
  }
}
