import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { attributeTable, type MetricQuestion, toWireTable } from '@tributary/attribution'
import { describe, expect, test } from 'vitest'
import { VEGA_DATA } from '../support/flights.ts'

type Cell = string | number | null

/** The columns of a JSON file of rows. */
function columnsOf(file: string): Record<string, readonly Cell[]> {
  const rows = JSON.parse(readFileSync(join(VEGA_DATA, file), 'utf8')) as Record<string, Cell>[]
  const names = Object.keys(rows[0]!)
  // A column of both numbers and texts (a title such as 300) is one of texts.
  const isText = (name: string) => rows.some((row) => typeof row[name] === 'string')
  return Object.fromEntries(
    names.map((name) => [
      name,
      rows.map((row) => {
        const value = row[name] ?? null
        return value !== null && isText(name) ? String(value) : value
      }),
    ]),
  )
}

const sums = (measures: Record<string, string>, formula: string): MetricQuestion => ({
  measures: Object.fromEntries(
    Object.entries(measures).map(([name, expr]) => [name, { sum: expr }]),
  ),
  formula,
})

interface Real {
  readonly file: string
  readonly windows: readonly string[]
  readonly metrics: readonly MetricQuestion[]
  readonly dimensions: readonly string[]
}

const data: readonly Real[] = [
  {
    file: 'gapminder.json',
    windows: [1955, 1980, 2000, 2005].map((year) => `[year] = ${year}`),
    metrics: [
      { sum: '[life_expect]' },
      sums({ n: '[fertility]', d: '[pop]' }, '[n] / [d]'),
      sums({ n: '[fertility]', d: '[pop]' }, '1 - [n] / [d]'),
      sums({ n: '[life_expect] * [pop]', d: '[pop]' }, '[n] / [d]'),
    ],
    dimensions: ['cluster', 'country'],
  },
  {
    file: 'movies.json',
    windows: ['R', 'PG-13', 'PG', 'Not Rated'].map((rating) => `[MPAA Rating] = "${rating}"`),
    metrics: [
      { sum: '[US Gross]' },
      sums({ n: '[IMDB Rating]', d: '[US Gross]' }, '[n] / [d]'),
      sums({ n: '[IMDB Votes]', d: '[Worldwide Gross]' }, '1 - [n] / [d]'),
      sums({ n: '[US Gross]', d: '[Production Budget]' }, '[n] / [d]'),
    ],
    dimensions: ['Major Genre', 'Creative Type', 'Source', 'Distributor'],
  },
]

describe.each(data)('shares of $file', ({ file, windows, metrics, dimensions }) => {
  const table = columnsOf(file)
  const pairs = windows.flatMap((current) =>
    windows.filter((compare) => compare !== current).map((compare) => ({ current, compare })),
  )

  test.each(metrics)('of %j add up to 1', async (metric) => {
    for (const pair of pairs) {
      const { tables } = await attributeTable(table, { metric, dimensions, ...pair })
      for (const { table, dimension, warning } of tables) {
        const shares = toWireTable(table)['@relativeContributionRate'] as number[]
        // Ten digits are exact in units; each share is rounded once.
        const units = shares.reduce((sum, share) => sum + Math.round(share * 1e10), 0)
        const missed = Math.abs(units / 1e10 - 1)
        const note = `${dimension} ${JSON.stringify(pair)} ${warning}`
        expect(missed, note).toBeLessThanOrEqual(Math.max(1e-9, shares.length * 0.5e-10))
      }
    }
  })
})
