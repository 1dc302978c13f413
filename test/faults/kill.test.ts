import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, describe, expect, test } from 'vitest'
import { hasPostgres, MISSING, startPostgres } from '../support/postgres.ts'
import { type Service, startService } from './support/service.ts'
import { shopFolder, USERS } from './support/shop.ts'

const ROUNDS = process.env.TRIBUTARY_LONG ? 50 : 2

const endings: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end()
})

/** What the service has said yes to. */
interface Acknowledged {
  /** By user the last number that both his attributes were set to. */
  readonly numbers: Map<string, number>
  /** By user the last number that was sent. */
  readonly sent: Map<string, number>
  readonly views: Set<string>
}

/** Writes as fast as the service answers, until it answers no more. */
async function writeUntilDead(service: Service, known: Acknowledged, round: number): Promise<void> {
  const untilDead = async (step: (turn: number) => Promise<void>): Promise<void> => {
    for (let turn = 1; ; turn++) {
      try {
        await step(turn)
      } catch {
        return
      }
    }
  }
  const writers = USERS.map((user) =>
    untilDead(async () => {
      const number = (known.sent.get(user) ?? 0) + 1
      known.sent.set(user, number)
      const value = String(number)
      const { status } = await service.post('/api/v1/userPropertyValue/save', {
        identityType: 'USER_ACCOUNT',
        userPropertyRequests: [
          { identityValue: user, properties: [{ name: 'a', value }] },
          { identityValue: user, properties: [{ name: 'b', value }] },
        ],
      })
      if (status === 200) known.numbers.set(user, number)
    }),
  )
  const maker = untilDead(async (turn) => {
    const viewName = `view_${round}_${turn}`
    const { status } = await service.post('/api/v1/analysisview/create', {
      viewName,
      displayName: viewName,
      metrics: ['revenue'],
      dimensions: ['city'],
    })
    if (status === 200) known.views.add(viewName)
  })
  await Promise.all([...writers, maker])
}

async function checkWhole(service: Service, known: Acknowledged): Promise<void> {
  const { body } = await service.post('/api/v1/userPropertyValue/list', {
    identityType: 'USER_ACCOUNT',
    identityValues: USERS,
  })
  for (const { identityValue, properties } of body.data) {
    const values = Object.fromEntries(
      properties.map(({ name, value }: { name: string; value: string }) => [name, Number(value)]),
    )
    // Both or none: the last write may have come through without its answer.
    expect(values.a, identityValue).toBe(values.b)
    const acknowledged = known.numbers.get(identityValue) ?? 0
    expect(values.a ?? 0).toBeGreaterThanOrEqual(acknowledged)
    expect(values.a ?? 0).toBeLessThanOrEqual(known.sent.get(identityValue) ?? 0)
  }
  const { body: all } = await service.get('/api/v1/lineage/queryAll')
  const inLineage = new Set(
    all.data.edgeList.map((edge: { dstVertex: { vertexId: string } }) => edge.dstVertex.vertexId),
  )
  expect([...known.views].filter((name) => !inLineage.has(name))).toEqual([])
  for (const name of [...known.views].slice(-3)) {
    const { status } = await service.post('/api/v1/analysisview/create', {
      viewName: name,
      displayName: name,
      metrics: ['revenue'],
    })
    expect(status).toBe(409)
  }
}

async function killInALoop(place: readonly string[], folder: string): Promise<void> {
  const known: Acknowledged = { numbers: new Map(), sent: new Map(), views: new Set() }
  for (let round = 0; round < ROUNDS; round++) {
    const service = await startService([folder, ...place])
    endings.push(() => service.kill())
    await checkWhole(service, known)
    const before = known.views.size
    const writing = writeUntilDead(service, known, round)
    // Never the same moment: the writes come at their own pace, and the time differs with the round.
    await delay(150 + ((round * 61) % 300))
    while (known.views.size === before || known.numbers.size < USERS.length) await delay(20)
    await service.kill()
    await writing
  }
  const last = await startService([folder, ...place])
  endings.push(() => last.kill())
  await checkWhole(last, known)
  expect(known.views.size).toBeGreaterThanOrEqual(ROUNDS)
}

describe(`the service, killed ${ROUNDS} times in the middle of writes`, () => {
  const limit = ROUNDS * 20_000
  test(
    'on SQLite has every acknowledged write, none by half, and starts again',
    async () => {
      const { folder, remove } = await shopFolder()
      endings.push(remove)
      await killInALoop(['--data', join(folder, 'data')], folder)
    },
    limit,
  )

  const name = 'on PostgreSQL has every acknowledged write, none by half, and starts again'
  test.skipIf(!hasPostgres())(
    hasPostgres() ? name : `${name} (left out: ${MISSING})`,
    async () => {
      const { folder, remove } = await shopFolder()
      endings.push(remove)
      const server = await startPostgres()
      endings.push(() => server.stop())
      await killInALoop(['--store', server.url], folder)
    },
    limit,
  )
})
