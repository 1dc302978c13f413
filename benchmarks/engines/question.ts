import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AttributionData, TimeComparisonRequest } from '@tributary/contract'
import { createPlatform } from '@tributary/platform'
import { SCHEMA } from './engines.ts'

/** The question of the issue: why was the average delay of June 2001 another than that of May? */
const QUESTION: TimeComparisonRequest = {
  metric: 'average_delay',
  dimensions: ['origin_state', 'destination_state', 'distance_band'],
  attribution: {
    attributionCalculateType: 'ALL',
    currentTimeConstraint: '[metric_time__month] = "2001-06"',
    compareTimeConstraint: '[metric_time__month] = "2001-05"',
  },
}

/** The same in SQL that somebody would write by hand: one row a group, and one for all. */
export function handWritten(flights: string): string {
  const band =
    "CASE WHEN distance < 500 THEN 'short' WHEN distance < 1500 THEN 'medium' ELSE 'long' END"
  const june = "date >= TIMESTAMP '2001-06-01 00:00:00'"
  return `SELECT origin_state, destination_state, band,
  SUM(CASE WHEN june THEN delay END) AS delay_june, COUNT(CASE WHEN june THEN 1 END) AS june,
  SUM(CASE WHEN june THEN NULL ELSE delay END) AS delay_may, COUNT(CASE WHEN june THEN NULL ELSE 1 END) AS may
FROM (
  SELECT o.state AS origin_state, d.state AS destination_state, ${band} AS band, delay, ${june} AS june
  FROM ${SCHEMA}.${flights} f
  LEFT JOIN ${SCHEMA}.airports o ON f.origin = o.iata
  LEFT JOIN ${SCHEMA}.airports d ON f.destination = d.iata
  WHERE date >= TIMESTAMP '2001-05-01 00:00:00' AND date < TIMESTAMP '2001-07-01 00:00:00') t
GROUP BY GROUPING SETS ((), (origin_state), (destination_state), (band))`
}

/** A service that answers the question. */
export interface Asked {
  ask(): Promise<AttributionData>
  close(): Promise<void>
}

const EXAMPLE = fileURLToPath(new URL('../../examples/flights/', import.meta.url))

/** Opens the workspace `examples/flights` as it is. */
export function openFiles(): Promise<Asked> {
  return open(EXAMPLE)
}

/** Opens it over tables of an engine. */
export async function openTables(
  datasource: Readonly<Record<string, unknown>>,
  flights: string,
): Promise<Asked> {
  const text = await readFile(join(EXAMPLE, 'workspace.yaml'), 'utf8')
  const changed = text
    .replace(/(?<=^datasources:\n) {2}- [\s\S]*?(?=\n\n)/m, `  - ${JSON.stringify(datasource)}`)
    .replace(/source: .*flights-3m.*/, `source: { datasource: engine, table: ${flights} }`)
    .replace(/source: .*airports.*/, 'source: { datasource: engine, table: airports }')
    .replace(/^plans:[\s\S]*/m, '')
  const folder = await mkdtemp(join(tmpdir(), 'tributary-bench-engines-'))
  await writeFile(join(folder, 'workspace.yaml'), changed)
  const asked = await open(folder)
  return {
    ask: asked.ask,
    close: async () => {
      await asked.close()
      await rm(folder, { recursive: true })
    },
  }
}

async function open(workspace: string): Promise<Asked> {
  const platform = await createPlatform({ workspace, memoryBytes: 0, trustIdentityHeaders: true })
  const caller = await platform.authenticate({
    ...{ tenantId: 'demo', authType: 'ACCOUNT', authValue: 'demo' },
  })
  return {
    ask: () => platform.as(caller).compareTimes(QUESTION),
    close: () => platform.close(),
  }
}
