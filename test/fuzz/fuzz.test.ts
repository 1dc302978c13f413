import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createPlatform } from '@tributary/platform'
import { createApp } from '@tributary/server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { folderOf } from '../support/folder-of.ts'
import { createChance } from './chance.ts'
import { isSameAnswer, type Problem, printKey } from './checks.ts'
import { lookAtServers, observe } from './observe.ts'
import { parseOptions } from './options.ts'
import { drawQuestion, drawRequest } from './requests/draw-request.ts'
import { listWords } from './requests/words.ts'
import { type Sent, SILENCE, send } from './server/send.ts'
import { STUCK } from './server/stuck.ts'
import { shrinkRequest } from './shrink.ts'
import { openStage, type Stage } from './stage.ts'
import {
  ACCOUNTS,
  type Account,
  drawWorkspace,
  type Names,
  TENANT,
} from './workspace/random-workspace.ts'
import { writeWorlds } from './workspace/write-workspace.ts'

const drawn = drawWorkspace(createChance(5))

function requestFor(fault: string, account: Account = 'boss'): Sent {
  return {
    operation: 'queryMetrics',
    account,
    method: 'POST',
    path: '/api/v1/metrics/query',
    headers: {},
    body: JSON.stringify({ fault, other: 'x'.repeat(50), deep: [{ a: 1 }] }),
    abortAfter: null,
  }
}

describe('a server with faults', () => {
  let stage: Stage
  beforeAll(async () => {
    const names: Names = { ...drawn.names, hidden: ['secret_name'], plans: [] }
    const worlds = { limited: 'limited', visible: 'visible' }
    const program = join(import.meta.dirname, 'server/faulty-server.ts')
    const programFor = ({ folder }: { readonly folder: string }) => [program, folder]
    stage = await openStage(worlds, names, { mostBytes: 250 * 2 ** 20, programFor })
  })
  afterAll(() => stage.close())

  const find = async (fault: string, account?: Account): Promise<readonly Problem[]> => {
    const { problems } = await observe(stage, [requestFor(fault, account)])
    return problems
  }

  test.each<readonly [fault: string, account: Account, kind: string]>([
    ['crash', 'boss', '5xx'],
    ['form', 'boss', 'form'],
    ['block', 'boss', 'block'],
    ['rows', 'joe', 'leak of rows'],
    ['names', 'eve', 'leak of names'],
    ['texts', 'eve', 'leak of texts'],
  ])('%s of %s is found', async (fault, account, kind) => {
    expect(await find('none', account)).toEqual([])
    expect(await findKinds(stage, fault, account)).toEqual([kind])
  })

  test('an error is identified by its message and the source file', async () => {
    const [problem] = await find('crash')
    expect(printKey(problem!)).toBe(
      '5xx · queryMetrics · 500 TypeError: no field packages/core/src/clock.ts',
    )
  })

  test('a request is made smaller as long as it does the same', async () => {
    const isStill = async (sent: Sent) => {
      const { problems } = await observe(stage, [sent])
      return problems.length > 0
    }
    const { body } = await shrinkRequest(requestFor('form'), isStill, 20)
    expect(body).toBe('{"fault":"form"}')
  })

  test('the log tells where a server that does not answer is stuck', async () => {
    const silent = await openAgain(stage)
    const { server } = silent.limited
    try {
      const answer = await send(server.url, requestFor('silence'), 200)
      expect(answer).toEqual({ status: null, text: SILENCE })
      const told = () => server.readLog(STUCK).join()
      await expect.poll(told, { timeout: 60_000 }).toContain('faulty-server.ts')
    } finally {
      await silent.close()
    }
  })

  test('exceeding the memory limit and a crash both end the server', async () => {
    expect(await findKinds(stage, 'memory')).toEqual(['memory'])
    const dying = await openAgain(stage)
    const kinds = await findKinds(dying, 'death')
    await dying.close()
    expect(kinds).toEqual(['death'])
  })
})

/** The kinds of the problems of a request. What the process does is known a little later on a slow machine. */
async function findKinds(
  stage: Stage,
  fault: string,
  account: Account = 'boss',
): Promise<readonly string[]> {
  const { problems } = await observe(stage, [requestFor(fault, account)])
  const kinds = problems.map(({ kind }) => kind)
  await expect
    .poll(() => {
      if (kinds.length === 0) kinds.push(...lookAtServers(stage).problems.map(({ kind }) => kind))
      return kinds
    })
    .not.toEqual([])
  return kinds
}

/** Further servers of the same kind. */
function openAgain({ worlds, names }: Stage): Promise<Stage> {
  const program = join(import.meta.dirname, 'server/faulty-server.ts')
  const programFor = ({ folder }: { readonly folder: string }) => [program, folder]
  return openStage(worlds, names, { mostBytes: 250 * 2 ** 20, programFor })
}

test('numbers may differ in their last digits only', () => {
  const same = (one: string, other: string) =>
    isSameAnswer({ status: 200, text: one }, { status: 200, text: other })
  expect(same('{"a":[1.0000000000000002,"x"]}', '{"a":[1,"x"]}')).toBe(true)
  expect(same('{"a":[1.001,"x"]}', '{"a":[1,"x"]}')).toBe(false)
  expect(same('{"a":[1,"x"]}', '{"a":[1,"y"]}')).toBe(false)
})

test('wrong options are refused', () => {
  expect(parseOptions(['--minutes', '60', '--seed', '1'])).toMatchObject({ minutes: 60, seed: 1 })
  expect(parseOptions(['--minutes', 'x'])).toBeNull()
  expect(parseOptions(['--hours', '1'])).toBeNull()
})

test('one seed gives one workspace, and the service answers questions about it', async () => {
  expect(drawWorkspace(createChance(5))).toEqual({ ...drawn, files: expect.any(Array) })
  const { folder } = await folderOf({})
  const { limited } = await writeWorlds(folder, drawn)
  const platform = await createPlatform({ workspace: limited, trustIdentityHeaders: true })
  const app = createApp({ platform })
  const chance = createChance(9)
  const statuses: number[] = []
  for (let count = 0; count < 40; count++) {
    const words = listWords(chance, chance.pick(ACCOUNTS), drawn.names)
    const { method, path, body } =
      count % 2 === 0 ? drawQuestion(chance, words) : drawRequest(chance, words, true)
    const { statusCode } = await app.inject({
      method: method as 'GET' | 'POST',
      url: path,
      headers: {
        'tenant-id': TENANT,
        'auth-type': 'ACCOUNT',
        'auth-value': words.account,
        ...(body !== null && { 'content-type': 'application/json' }),
      },
      ...(body !== null && { payload: body }),
    })
    statuses.push(statusCode)
  }
  await app.close()
  await platform.close()
  await rm(folder, { recursive: true })
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(4)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
})
