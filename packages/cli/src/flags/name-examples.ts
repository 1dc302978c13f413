import type { Workspace } from '@tributary/platform/internal'
import type { CommandWords } from './command-words.ts'

/**
 * The words of a command with an example for each part that names something in the workspace, for questions on metrics that
 * may be called by any of their names. Without definitions, as of a service, the words are as they are.
 */
export function withNameExamples(
  words: CommandWords,
  metrics: readonly string[],
  definitions: Workspace | null,
): CommandWords {
  if (definitions === null) return words
  const examples = examplesIn(metrics, definitions)
  const entries = Object.entries(words).map(([path, word]) => {
    const named = examples[word.option]
    return [path, named === undefined ? word : { ...word, ...named }]
  })
  return Object.fromEntries(entries)
}

function examplesIn(metrics: readonly string[], { metrics: all, dimensions, datasets }: Workspace) {
  const matchingMetrics = all.filter(({ name, code, displayName }) =>
    metrics.some(
      (metricName) => metricName === name || metricName === code || metricName === displayName,
    ),
  )
  const [metric] = [...matchingMetrics, ...all]
  const getFactName = (definition: (typeof all)[number]) =>
    definition.type === 'DERIVED' ? null : definition.dataset
  const fact = [...matchingMetrics, ...all].map(getFactName).find((factName) => factName != null)
  const dataset = datasets.find(({ name }) => name === fact)
  const dimension =
    dimensions.find((definition) => definition.dataset === fact)?.name ??
    (dataset?.time == null ? undefined : 'metric_time__month')
  const number = dataset?.columns.find(
    (column) => !column.isHidden && NUMBERS.has(column.originDataType),
  )
  const condition =
    number === undefined ? dimension && `IsNotNull([${dimension}])` : `[${number.name}] > 0`
  const quoted = (text: string): string => (/^[\w.]+$/.test(text) ? text : `'${text}'`)
  return {
    ...(metric && { METRIC: toNameExample(quoted(metric.name)) }),
    ...(metric && { '--order': toNameExample(`--order ${quoted(metric.name)}`) }),
    ...(metric && { '--having': toNameExample(`--having '[${metric.name}] > 0'`) }),
    ...(dimension && { '--by': toNameExample(`--by ${quoted(dimension)}`) }),
    ...(condition && { '--where': toNameExample(`--where '${condition}'`) }),
  } as Readonly<Record<string, { readonly example: string; readonly isOfNames: true }>>
}

function toNameExample(example: string): { readonly example: string; readonly isOfNames: true } {
  return { example, isOfNames: true }
}

const NUMBERS: ReadonlySet<string> = new Set([
  'TINYINT',
  'SMALLINT',
  'INT',
  'INTEGER',
  'BIGINT',
  'FLOAT',
  'DOUBLE',
  'DECIMAL',
])
