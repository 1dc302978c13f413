import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { OPERATIONS, type OperationId } from '@tributary/contract'
import { describe, expect, test } from 'vitest'
import { ROOT, sourceFiles } from './support/imports.ts'

/**
 * Further files that name an operation, beside the four of the recipe "Add an operation": HTTP answers it in a way of its
 * own, it has options that HTTP does not have, another operation uses it, or something else has the same name.
 */
const FURTHER: { readonly [Id in OperationId]?: readonly string[] } = {
  createBackfill: ['server/src/routes/answers.ts'],
  planDetail: ['server/src/routes/answers.ts', 'platform/src/operations/options.ts'],
  comparePeers: ['platform/src/operations/options.ts'],
  compareTimes: ['platform/src/operations/options.ts'],
  findCauses: ['platform/src/operations/query/metric-movements.ts'],
  queryMetrics: ['platform/src/operations/options.ts'],
  metricMovements: ['platform/src/create-platform.ts'],
  metricSeries: ['platform/src/operations/options.ts'],
  importDefinitions: [
    'server/src/routes/answers.ts',
    'platform/src/operations/options.ts',
    'platform/src/operations/definitions/import/import-job.ts',
    'platform/src/operations/definitions/import/import-tenant-definitions.ts',
  ],
  definitionsImport: ['platform/src/operations/definitions/cancel-definitions-import.ts'],
  allLineage: ['server/src/routes/answers.ts'],
  lineageSinglePoints: ['platform/src/operations/lineage/vertex-ref.ts'],
  lineageDifference: ['server/src/routes/answers.ts'],
  lineageImport: ['platform/src/operations/lineage/cancel-lineage-import.ts'],
  exportLineage: ['server/src/routes/answers.ts', 'platform/src/platform.ts'],
  importLineage: [
    'server/src/routes/answers.ts',
    'platform/src/operations/options.ts',
    'platform/src/operations/users/caller.ts',
    'contract/src/schemas/caller.ts',
  ],
}

/** Rooms of the platform below the operations know none of them; what has the name of one there is something else. */
const BELOW = /^platform\/src\/(?!operations\/)[^/]+\//

/** The sources without comments. */
const CODE = ['contract', 'client', 'server', 'platform']
  .flatMap((name) => sourceFiles(name).map((file) => `${name}/src/${file}`))
  .filter((path) => !BELOW.test(path))
  .map((path) => {
    const text = readFileSync(join(ROOT, 'packages', path), 'utf8')
    return { path, text: text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '') }
  })

/** The word is everywhere: the caller of an operation is what operations are about. */
const IDS = (Object.keys(OPERATIONS) as OperationId[]).filter((id) => id !== 'caller')

describe('an operation is named in the four files of the recipe', () => {
  test.each(IDS)('%s', (id) => {
    const { tag } = OPERATIONS[id]
    const file = id.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const places = [
      'contract/src/routes.ts',
      `contract/src/operations/${tag}.ts`,
      'platform/src/operations/table.ts',
      `platform/src/operations/${tag}/${file}.ts`,
    ]
    const word = new RegExp(`\\b${id}\\b`)
    const named = CODE.filter(({ text }) => word.test(text)).map(({ path }) => path)
    expect(named.toSorted()).toEqual([...places, ...(FURTHER[id] ?? [])].toSorted())
  })
})
