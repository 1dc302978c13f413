import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PeerComparisonRequest } from '@tributary/contract'
import { createPlatform, type Platform } from '@tributary/platform'
import fc from 'fast-check'
import { test } from 'vitest'
import { queryRows } from '../support/duckdb.ts'
import { type Case, caseOf, workspaceFiles } from './cases.ts'
import { expectAgreement } from './expect-agreement.ts'
import { formulas, textOf } from './metrics.ts'
import { orders, parquetOf } from './orders.ts'

const long = process.env.TRIBUTARY_LONG !== undefined

test(
  'every answer is the one that plain loops over the rows give',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        orders,
        fc.array(formulas, { minLength: 12, maxLength: 12 }),
        fc.constantFrom('DAY', 'WEEK', 'MONTH'),
        fc.infiniteStream(fc.nat()),
        async (rows, metrics, grain, stream) => {
          const folder = await mkdtemp(join(tmpdir(), 'tributary-oracle-'))
          for (const [name, text] of Object.entries(workspaceFiles(rows, metrics, grain))) {
            await writeFile(join(folder, name), text)
          }
          await queryRows(parquetOf(folder))
          const platform = await createPlatform({ workspace: folder })
          try {
            for (const [index, formula] of metrics.entries()) {
              for (let repeat = 0; repeat < 3; repeat++) {
                const pick = <T>(list: readonly T[]): T => list[stream.next().value! % list.length]!
                await judge(platform, caseOf({ rows, formula, metric: `m${index}`, grain }, pick))
              }
            }
          } finally {
            await platform.close()
            await rm(folder, { recursive: true, force: true })
          }
        },
      ),
      { numRuns: long ? 300 : 6, endOnFailure: true, ...(long ? {} : { seed: 20_240_120 }) },
    )
  },
  long ? 3_600_000 : 60_000,
)

async function judge(platform: Platform, one: Case): Promise<void> {
  const caller = {
    tenant: 'oracle',
    account: 'judge',
    displayName: 'Judge',
    role: 'OWNER',
    grants: [],
  } as const
  const answer =
    'compareDimension' in one.request.attribution
      ? await platform.comparePeers(caller, one.request as PeerComparisonRequest)
      : await platform.compareTimes(caller, one.request as never)
  try {
    expectAgreement(answer, one)
  } catch (error) {
    const asked = textOf(one.question.formula)
    ;(error as Error).message +=
      `\n${asked}\n${JSON.stringify(one.request)}\n${JSON.stringify(answer)}`
    throw error
  }
}
