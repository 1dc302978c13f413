import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasPostgres, MISSING, startPostgres, type TestPostgres } from '../../support/postgres.ts'
import { drawRequest, isOfDataset, OPERATIONS } from './requests.ts'
import { openServices, type Place } from './services.ts'
import type { TableName } from './tables.ts'
import { drawWorld } from './world.ts'

const isLong = process.env.TRIBUTARY_LONG === '1'

/** Requests of every operation that reads rows. */
const drawRequests = fc
  .tuple(
    ...OPERATIONS.map((operation) =>
      fc.array(drawRequest(operation), { minLength: 1, maxLength: isLong ? 6 : 3, size: 'max' }),
    ),
  )
  .map((lists) => lists.flat())

/** How many worlds are drawn, and for how many seconds at most: a busy machine asks less. */
interface Budget {
  readonly worlds: number
  readonly seconds: number
}

/** Asks the service with conditions and the one without the excluded rows, and expects the same bytes. */
async function compareServices(place: Place, { worlds, seconds }: Budget): Promise<void> {
  const end = Date.now() + seconds * (isLong ? 300 : 1) * 1_000
  const isOver = () => Date.now() > end
  let asked = 0
  await fc.assert(
    fc.asyncProperty(
      drawWorld(place.kind === 'PLANS' ? 'NEAR' : 'FAR'),
      drawRequests,
      async (world, requests) => {
        if (isOver() && asked > 0) return
        const services = await openServices(world, place)
        try {
          for (const request of requests) {
            // Conditions of metrics are none of their dataset.
            if (world.onMetrics !== null && isOfDataset(request)) continue
            if (isOver() && asked > 0) return
            const [limited, plain] = await Promise.all(services.map(({ ask }) => ask(request)))
            expect(limited, JSON.stringify(request)).toEqual(plain)
            asked += 1
          }
        } finally {
          for (const { close } of services) await close()
        }
      },
    ),
    { numRuns: isLong ? worlds * 100 : worlds },
  )
  expect(asked).toBeGreaterThan(0)
}

describe('an answer, its status and its errors are as if the excluded rows did not exist', () => {
  const timeout = isLong ? 3_600_000 : 120_000

  test('over files', { timeout }, () =>
    compareServices({ kind: 'FILES' }, { worlds: 6, seconds: 3 }),
  )

  // Each table is filled until it is worth its memory, which takes most of the time.
  test.runIf(isLong)('over files in memory', { timeout }, () =>
    compareServices({ kind: 'MEMORY' }, { worlds: 1, seconds: 2 }),
  )

  test('over files beside tables of plans', { timeout }, () =>
    compareServices({ kind: 'PLANS' }, { worlds: 2, seconds: 2 }),
  )

  const name = hasPostgres() ? 'over PostgreSQL' : `over PostgreSQL (left out: ${MISSING})`
  describe.skipIf(!hasPostgres())(name, () => {
    let server: TestPostgres
    beforeAll(async () => {
      server = await startPostgres()
    })
    afterAll(() => server.stop())

    test.each<[string, readonly TableName[]]>([
      ['facts in the database', ['zones', 'shops', 'prices', 'visits', 'sales']],
      ['looked-up tables in the database', ['zones', 'shops', 'prices']],
    ])('%s', { timeout }, (_, tables) =>
      compareServices({ kind: 'POSTGRESQL', url: server.url, tables }, { worlds: 2, seconds: 2 }),
    )
  })
})
