import type { Workspace } from '@tributary/platform/internal'
import type { CommandWords } from './command-words.ts'

/**
 * The words of a command with an example for each part that names something in the workspace, for questions on metrics that
 * may be called by any of their names.
 */
export function withNameExamples(
  words: CommandWords,
  metrics: readonly string[],
  definitions: Workspace,
): CommandWords {
  const examples = examplesIn(metrics, definitions)
  const entries = Object.entries(words).map(([path, word]) => {
    const named = examples[word.option]
    return [path, named === undefined ? word : { ...word, ...named }]
  })
  return Object.fromEntries(entries)
}

function examplesIn(metrics: readonly string[], { metrics: all, dimensions, datasets }: Workspace) {
  const known = all.filter(({ name, code, displayName }) =>
    metrics.some((one) => one === name || one === code || one === displayName),
  )
  const [metric] = [...known, ...all]
  const factOf = (one: (typeof all)[number]) => (one.type === 'DERIVED' ? null : one.dataset)
  const fact = [...known, ...all].map(factOf).find((one) => one != null)
  const dataset = datasets.find(({ name }) => name === fact)
  const dimension =
    dimensions.find((one) => one.dataset === fact)?.name ??
    (dataset?.time == null ? undefined : 'metric_time__month')
  const number = dataset?.columns.find((one) => !one.isHidden && NUMBERS.has(one.originDataType))
  const condition =
    number === undefined ? dimension && `IsNotNull([${dimension}])` : `[${number.name}] > 0`
  const quoted = (text: string): string => (/^[\w.]+$/.test(text) ? text : `'${text}'`)
  return {
    ...(metric && { METRIC: exampleOf(quoted(metric.name)) }),
    ...(metric && { '--order': exampleOf(`--order ${quoted(metric.name)}`) }),
    ...(metric && { '--having': exampleOf(`--having '[${metric.name}] > 0'`) }),
    ...(dimension && { '--by': exampleOf(`--by ${quoted(dimension)}`) }),
    ...(condition && { '--where': exampleOf(`--where '${condition}'`) }),
  } as Readonly<Record<string, { readonly example: string; readonly isOfNames: true }>>
}

function exampleOf(example: string): { readonly example: string; readonly isOfNames: true } {
  return { example, isOfNames: true }
}

const NUMBERS: ReadonlySet<string> = new Set([
  ...['TINYINT', 'SMALLINT', 'INT', 'INTEGER', 'BIGINT', 'FLOAT', 'DOUBLE', 'DECIMAL'],
])
