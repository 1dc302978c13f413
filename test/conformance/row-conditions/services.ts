import { setTimeout } from 'node:timers/promises'
import { fixedClock } from '@tributary/core'
import { createPlatform } from '@tributary/platform'
import { createApp } from '@tributary/server'
import { folderOf } from '../../support/folder-of.ts'
import { createSchema, dropSchema, toDatasource } from './database.ts'
import { PLANS, type Places, writeCsv, writeDefinitions } from './definitions.ts'
import type { Request } from './requests.ts'
import { TABLE_NAMES, type TableName, type Tables } from './tables.ts'
import type { Rules } from './visible-rows.ts'
import { mapTables, type World } from './world.ts'

/**
 * Where the tables of a world are: in files, in files that are kept in memory, in files beside tables of plans, or some
 * of them in a PostgreSQL.
 */
export type Place =
  | { readonly kind: 'FILES' }
  | { readonly kind: 'MEMORY' }
  | { readonly kind: 'PLANS' }
  | { readonly kind: 'POSTGRESQL'; readonly url: string; readonly tables: readonly TableName[] }

/** An answer without what differs from one answer to the next. */
export interface Answer {
  readonly status: number
  readonly body: string
}

/** A service over some rows. */
export interface Service {
  ask(request: Request): Promise<Answer>
  close(): Promise<void>
}

/** The service with conditions over all rows of a world, and the one over the visible rows without conditions. */
export async function openServices(
  world: World,
  place: Place,
): Promise<readonly [Service, Service]> {
  const user = Object.assign({}, ...Object.values(world.rules).map((rule) => rule.user))
  const shared = { onMetrics: world.onMetrics, user, place }
  const limited = await openService({ ...shared, rules: world.rules, tables: world.all })
  try {
    return [limited, await openService({ ...shared, rules: {}, tables: world.visible })]
  } catch (error) {
    await limited.close()
    throw error
  }
}

interface ServiceOptions {
  readonly rules: Rules
  readonly onMetrics: TableName | null
  readonly tables: Tables
  readonly user: Readonly<Record<string, string>>
  readonly place: Place
}

async function openService(options: ServiceOptions): Promise<Service> {
  const { tables, user, place } = options
  const placed = await placeTables(options)
  const { folder, remove } = await folderOf({
    ...placed.files,
    'workspace.yaml': writeDefinitions({ ...options, ...placed, hasPlans: place.kind === 'PLANS' }),
  })
  const platform = await createPlatform({
    workspace: folder,
    trustIdentityHeaders: true,
    clock: fixedClock(new Date('2024-07-01T00:00:00Z')),
    ...(place.kind !== 'MEMORY' && { memoryBytes: 0 }),
    ...(place.kind === 'PLANS' && { workers: 1, taskTimes: { poll: 50 } }),
  })
  const app = createApp({ platform })
  const send = async ({ account, path, query, body }: Request) => {
    const response = await app.inject({
      method: body === undefined ? 'GET' : 'POST',
      url: `/api/v1/${path}${query === undefined ? '' : `?${new URLSearchParams(query)}`}`,
      headers: { 'tenant-id': 'shop', 'auth-type': 'ACCOUNT', 'auth-value': account },
      ...(body !== undefined && { payload: body }),
    })
    return { status: response.statusCode, body: response.body }
  }
  await saveAttributes(send, user)
  await send({ account: 'ann', path: 'analysisview/create', body: VIEW })
  if (place.kind === 'MEMORY' && !isAsOf(options.rules)) await fillMemory(send, tables)
  if (place.kind === 'PLANS') await fillPlans(send)
  return {
    ask: async (request) => {
      const { status, body } = await send(request)
      return { status, body: removeMoments(placed.hideSchema(body)) }
    },
    close: async () => {
      await app.close()
      await platform.close()
      await placed.remove()
      await remove()
    },
  }
}

/** A view that questions name. */
const VIEW = {
  ...{ viewName: 'kept', displayName: 'Kept', metrics: ['revenue', 'views', 't'] },
  dimensions: ['city'],
  filters: ["['shops'/'size'] * 1000000000000 < 5"],
  resultFilters: ['[revenue] > 0'],
  orders: [{ views: 'ASC' }],
  metricDefinitions: { t: { refMetric: 'orders', filters: ['[amount] + [id] > 3'] } },
}

/** A file below a mebibyte is not brought into memory: cells of a column that nobody declares fill it. */
const FILLING = 1.1 * 2 ** 20

interface Placed {
  readonly files: Readonly<Record<string, string>>
  readonly datasources: readonly object[]
  readonly places: Places
  /** Without the name of the schema of its tables. */
  hideSchema(body: string): string
  remove(): Promise<void>
}

async function placeTables({ tables, place }: ServiceOptions): Promise<Placed> {
  const inDatabase = place.kind === 'POSTGRESQL' ? place.tables : []
  const inFiles = TABLE_NAMES.filter((table) => !inDatabase.includes(table))
  const files = inFiles.map((table) => {
    const length = place.kind === 'MEMORY' ? FILLING / Math.max(1, tables[table].length) : 0
    return [`${table}.csv`, writeCsv(table, tables[table], 'x'.repeat(length))]
  })
  const schema = place.kind === 'POSTGRESQL' ? await createSchema(place, tables) : null
  return {
    files: Object.fromEntries(files),
    datasources: [
      { name: 'here', type: 'FILES', root: '.' },
      ...(place.kind === 'POSTGRESQL' ? [toDatasource('there', place.url, schema!)] : []),
    ],
    places: mapTables((table) =>
      inDatabase.includes(table)
        ? { datasource: 'there', table }
        : { datasource: 'here', file: `${table}.csv` },
    ),
    hideSchema: (body) => (schema === null ? body : body.replaceAll(schema, 'schema')),
    remove: async () => {
      if (place.kind === 'POSTGRESQL') await dropSchema(place.url, schema!)
    },
  }
}

type Send = Service['ask']

async function saveAttributes(send: Send, user: ServiceOptions['user']): Promise<void> {
  const properties = Object.entries(user).map(([name, value]) => ({ name, value }))
  if (properties.length === 0) return
  const userPropertyRequests = ['ann', 'joe', 'eve'].map((identityValue) => ({
    ...{ identityValue, properties },
  }))
  const body = { identityType: 'USER_ACCOUNT', userPropertyRequests }
  const saved = await send({ account: 'ann', path: 'userPropertyValue/save', body })
  if (saved.status !== 200) throw new Error(saved.body)
}

/** Asks until the sales and what they need are in memory, where they can be: other tables follow when they are asked for. */
async function fillMemory(send: Send, tables: Tables): Promise<void> {
  if (tables.sales.length === 0) return
  const body = {
    ...{ metric: 'revenue', dimensions: ['city'], explain: true },
    attribution: {
      attributionCalculateType: 'ALL',
      currentTimeConstraint: '[metric_time__month] = "2024-06"',
      compareTimeConstraint: '[metric_time__month] = "2024-05"',
    },
  }
  for (let tries = 0; tries < 200; tries++) {
    const answer = await send({ account: 'ann', path: 'attribution/dim_time_compare', body })
    if (answer.status !== 200 || answer.body.includes('in memory: ')) return
    await setTimeout(20)
  }
}

/** Fills the tables of plans. Those of a world with two shops of one key stay empty. */
async function fillPlans(send: Send): Promise<void> {
  for (const { name: planName } of PLANS) {
    const days = { startTime: '2023-06-01', endTime: '2024-07-31', dateIntervalOfLot: 1000 }
    const body = { planName, ...days }
    const task = await send({ account: 'ann', path: 'accelerate/task/create', body })
    if (task.status !== 200) throw new Error(task.body)
    const query = { dagName: JSON.parse(task.body).data, progress: 'true' }
    for (let isDone = false; !isDone; await setTimeout(20)) {
      const list = await send({ account: 'ann', path: 'accelerate/task/instance/list', query })
      const { waiting, running } = JSON.parse(list.body).progress
      isDone = waiting + running === 0
    }
  }
}

/** Whether the conditions on sales look up rows as of a time, which no memory does. */
function isAsOf({ sales }: Rules): boolean {
  return sales?.through.includes('prices') === true
}

/** Without ids of requests, when files were written, and statements, which are not shown of a limited question. */
function removeMoments(body: string): string {
  return body
    .replace(/"(?:traceId|refreshedAt)":(?:"[^"]*"|null),?/g, '')
    .replace(/"executed":\[(?:"(?:[^"\\]|\\.)*",?)*\]/g, '')
}
