import type { DatasetDefinition, Workspace } from '@tributary/catalog'
import { GRAIN_WORDS } from '@tributary/expression/internal'
import { type Draft, texts } from '../draft/draft.ts'
import type { Place } from '../draft/place.ts'
import { columnNamed, type FoundTable, type TableReference } from '../draft/tables.ts'
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

/** Reads the tables of times of a manifest that have granularities of the project. */
export function readTimeSpines(document: Place): readonly DbtTimeSpine[] {
  const spines = document.key('project_configuration').key('time_spines').items()
  return spines.map(readTimeSpine).filter(({ granularities }) => granularities.length > 0)
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
    granularities: granularities.map((one) => {
      const name = one.key('name').name()
      return { name, column: one.key('column_name').optionalText() ?? name }
    }),
    at,
  }
}

/**
 * The calendar of the granularities of a project that saved queries group by. Others are not used: the labels of a
 * granularity must tell its periods apart, which only the rows of its table say.
 */
export function makeCalendar(
  {
    timeSpines,
    savedQueries,
  }: {
    readonly timeSpines: readonly DbtTimeSpine[]
    readonly savedQueries: readonly { readonly groupBy: readonly string[] }[]
  },
  draft: Draft,
  found: readonly (FoundTable | null)[],
): void {
  const asked = new Set(
    savedQueries.flatMap(({ groupBy }) =>
      groupBy.map((text) => readReference(text)?.grain?.toUpperCase()),
    ),
  )
  for (const [index, spine] of timeSpines.entries()) {
    const used = spine.granularities.filter(({ name }) => asked.has(name.toUpperCase()))
    if (used.length === 0) continue
    const source = sourceOf({ ...spine, granularities: used }, draft, found[index] ?? null)
    if (typeof source === 'string') {
      for (const { name } of used) {
        draft.findings.add('LEFT_OUT', { kind: 'granularity', name, at: spine.at }, source)
      }
    } else draft.calendar.push(source)
  }
}

const NAME = /^[A-Z][A-Z0-9]{0,39}(_[A-Z0-9]+)*$/

/** A table of times as a source of periods, or why it is none. */
function sourceOf(
  { table, column, grain, granularities, at }: DbtTimeSpine,
  draft: Draft,
  found: FoundTable | null,
): NonNullable<Workspace['calendar']['sources']>[number] | string {
  if (found === null) return `there is no data for its table ${table.table}`
  if (grain !== 'day') return `its table has a row for each ${grain}, not for each day`
  const columnOf = (text: string) => {
    const meant = columnNamed({ name: table.table, columns: found.columns }, { text, quoted: true })
    return typeof meant === 'string' ? null : meant
  }
  const start = columnOf(column)
  if (start === null || !/^(DATE|DATETIME|TIMESTAMP)$/.test(start.originDataType)) {
    return `the column ${column} of ${table.table} is no time`
  }
  const words = new Set<string>(GRAIN_WORDS)
  const grains: { name: string; label: string }[] = []
  for (const { name, column: label } of granularities) {
    const word = name.toUpperCase()
    const labels = columnOf(label)
    if (labels === null) return `${table.table} has no column ${label}`
    if (!NAME.test(word) || words.has(word)) return `${name} cannot be the name of a granularity`
    words.add(word)
    grains.push({ name: word, label: labels.name })
  }
  const name = draft.names.datasets.take(table.table)
  draft.add('datasets', datasetOf(name, found), { kind: 'dataset', name: table.table, at })
  return { dataset: name, start: start.name, end: null, grains }
}

function datasetOf(name: string, { source, columns }: FoundTable): DatasetDefinition {
  return {
    ...texts(name, { label: null, description: null }),
    ...{ source, columns, filter: null, layout: {}, owner: null, tags: [] },
    ...{ time: null, relations: [], partition: null },
  }
}
