import { type Expr, walk } from '@tributary/expression'
import { PLAIN_GRAINS } from '@tributary/expression/internal'
import type { Data } from '../exporter/exporter.ts'
import { type PrintColumn, printSql, quoteName } from '../formula/print-sql.ts'
import { refuseExport } from '../formula/refusal.ts'

const GRAINS: ReadonlySet<string> = new Set([
  'nanosecond',
  'microsecond',
  'millisecond',
  ...PLAIN_GRAINS.map((grain) => grain.toLowerCase()),
])

/** A name as MetricFlow takes it. */
export function toDbtName(name: string): string {
  if (GRAINS.has(name)) refuseExport('its name is that of a granularity of MetricFlow')
  const fits = /^[a-z][a-z0-9_]*[a-z0-9]$/.test(name) && !name.includes('__')
  if (!fits) {
    refuseExport('its name is none of MetricFlow: letters a to z, digits and single underscores')
  }
  return name
}

/** A name of a metric, which MetricFlow writes into SQL without quotes. */
export function assertMetricName(name: string): string {
  if (quoteName(toDbtName(name)) !== name) refuseExport('its name is a word of SQL')
  return name
}

/** A text that dbt does not read as a template; null where it would. */
export function toPlainText(text: string): string | null {
  return /\{[{%#]/.test(text) ? null : text
}

/** SQL in which dbt finds no template but those that `column` writes. */
export function printTemplate(tree: Expr, column: PrintColumn): string {
  walk(tree, (node) => {
    if (node.kind === 'string' && toPlainText(node.value) === null) {
      refuseExport(`the text ${JSON.stringify(node.value)}, which dbt would read as a template`)
    }
  })
  return printSql(tree, column)
}

/** Name, label and description of a metric or a dimension. */
export function toDbtTexts(definition: {
  readonly name: string
  readonly displayName: string
  readonly description: string
}): Data {
  const description = toPlainText(definition.description)
  return {
    name: definition.name,
    label: toPlainText(definition.displayName) ?? definition.name,
    ...(description !== null && description !== '' && { description }),
  }
}
