import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type {
  AttributionData,
  PeerComparisonRequest,
  TimeComparisonRequest,
} from '@tributary/contract'
import { createPlatform, type Platform, type PlatformOptions } from '@tributary/platform'
import { createApp } from '@tributary/server'
import type { DuckDb } from '@tributary/sql'
import { currentWeekStart, type WeekStart } from './calendar.ts'
import { type Dataset, TABLES, type TableName } from './dataset.ts'
import type { Door } from './doors.ts'
import type { Answer } from './judge.ts'
import { fieldsIn, type Question, requestOf } from './question.ts'
import { given } from './sources.ts'
import { TABLE_NAMES } from './tables.ts'
import { PLANS, type WorkspaceForm, workspaceText } from './workspace.ts'

/** Platforms over files that are written anew for each dataset. */
export interface PlatformDoors {
  readonly all: readonly Door[]
  load(dataset: Dataset): Promise<void>
  /** How many answers came from where, by door. */
  readonly origins: ReadonlyMap<string, ReadonlyMap<string, number>>
  close(): Promise<void>
}

/** The weeks of each folder's workspace. Both kinds have files and plans. */
const WEEKS: Readonly<Record<FolderName, WeekStart>> = {
  files: 'SUNDAY',
  csv: 'MONDAY',
  plans: 'SUNDAY',
  database: 'MONDAY',
  factsThere: 'MONDAY',
  factsHere: 'SUNDAY',
}

const CALLER = { tenantId: 'differential', authType: 'ACCOUNT', authValue: 'judge' } as const

/**
 * Opens the platforms: on files, on CSV files, from file to memory, with tables of plans in DuckDB and PostgreSQL, and on the
 * tables of a database, all or some of them.
 */
export async function openPlatforms(
  duckdb: DuckDb,
  { store, tables }: { readonly store: string; readonly tables: string },
  zone: string,
): Promise<PlatformDoors> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-platforms-'))
  const folders = {
    files: join(folder, 'files'),
    csv: join(folder, 'csv'),
    plans: join(folder, 'plans'),
    database: join(folder, 'database'),
    factsThere: join(folder, 'facts-there'),
    factsHere: join(folder, 'facts-here'),
  }
  const files = createFiles(duckdb, folders)
  await files.open(zone, tables)
  await files.write({ facts: [], shops: [], countries: [] })
  const open = (workspace: string, options: Partial<PlatformOptions>) =>
    createPlatform({ workspace, trustIdentityHeaders: true, memoryBytes: 0, ...options })
  const working = { workers: 1, taskTimes: { poll: 200 } }
  const platforms = {
    files: await open(folders.files, {}),
    csv: await open(folders.csv, {}),
    memory: await open(folders.files, { memoryBytes: 2 ** 28 }),
    duckdb: await open(folders.plans, { ...working, data: join(folder, 'store') }),
    postgresql: await open(folders.plans, { ...working, store }),
    database: await open(folders.database, { ...working, data: join(folder, 'other-store') }),
    factsThere: await open(folders.factsThere, {}),
    factsHere: await open(folders.factsHere, {}),
  }
  const app = createApp({ platform: platforms.files, accountRateLimit: 'off' })
  const origins = new Map<string, Map<string, number>>()
  const note = (name: string, executed: readonly string[]): void => {
    const counts = origins.get(name) ?? new Map<string, number>()
    origins.set(name, counts)
    for (const one of executed) {
      const origin = originOf(one)
      counts.set(origin, (counts.get(origin) ?? 0) + 1)
    }
  }
  const weeksOf = (of: FolderName) => () => WEEKS[of] === currentWeekStart()
  const door = (name: string, platform: Platform, of: FolderName): Door => ({
    name,
    fits: weeksOf(of),
    ask: (question) =>
      given(async () => {
        const { explanation, ...answer } = await compare(platform, question)
        note(name, explanation!.executed)
        return answer as Answer
      }),
  })
  let loaded = 0
  return {
    all: [
      door('Parquet files', platforms.files, 'files'),
      {
        ...door('CSV files', platforms.csv, 'csv'),
        fits: (dataset, question) => weeksOf('csv')() && fitsCsv(dataset, question),
      },
      door('from file to memory', platforms.memory, 'files'),
      door('plans in DuckDB', platforms.duckdb, 'plans'),
      door('plans in PostgreSQL', platforms.postgresql, 'plans'),
      door('tables of PostgreSQL', platforms.database, 'database'),
      door('facts in PostgreSQL', platforms.factsThere, 'factsThere'),
      door('shops in PostgreSQL', platforms.factsHere, 'factsHere'),
      {
        name: 'HTTP',
        fits: weeksOf('files'),
        ask: (question) =>
          given(async () => {
            const path =
              question.compareDimension === null ? 'dim_time_compare' : 'dim_peer_compare'
            const response = await app.inject({
              method: 'POST',
              url: `/api/v1/attribution/${path}`,
              headers: {
                'tenant-id': 'differential',
                'auth-type': 'ACCOUNT',
                'auth-value': 'judge',
              },
              payload: requestOf(question),
            })
            const { success, data, detailErrorMsg } = response.json()
            if (success) return data as Answer
            const [code, ...message] = String(detailErrorMsg).split(': ')
            throw Object.assign(new Error(message.join(': ')), { code })
          }),
      },
    ],
    origins,
    async load(dataset) {
      await files.write(dataset)
      loaded += 1
      const { duckdb: own, postgresql, database } = platforms
      await Promise.all([own, postgresql, database].map((one) => fill(one, loaded % 3)))
    },
    async close() {
      await app.close()
      for (const platform of Object.values(platforms)) await platform.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function compare(platform: Platform, question: Question): Promise<AttributionData> {
  const caller = await platform.authenticate(CALLER)
  const request = { ...requestOf(question), explain: true }
  return question.compareDimension === null
    ? platform.as(caller).compareTimes(request as unknown as TimeComparisonRequest)
    : platform.as(caller).comparePeers(request as unknown as PeerComparisonRequest)
}

function originOf(executed: string): string {
  if (executed.startsWith('in memory')) return 'memory'
  return /^-- from .*"(\w+)"$/m.exec(executed)?.[1] ?? 'file'
}

/** Fills the plans: wholly, in part or not at all. */
async function fill(platform: Platform, how: number): Promise<void> {
  if (how === 0) return
  const caller = await platform.authenticate(CALLER)
  const [startTime, endTime] =
    how === 1 ? ['2023-01-01', '2025-01-05'] : ['2024-02-05', '2024-03-10']
  for (const { name } of PLANS) {
    const dagName = await platform.as(caller).createBackfill({
      ...{ planName: name, startTime, endTime },
      dateIntervalOfLot: 1000,
    })
    for (let done = false; !done; await setTimeout(40)) {
      const { instances } = await platform.as(caller).taskInstances({ dagName, pageSize: 100 })
      const failed = instances.find(({ status }) => status === 'FAILED')
      if (failed !== undefined) throw new Error(`The backfill of ${name} failed`)
      done = instances.every(({ status }) => status === 'SUCCESS')
    }
  }
}

/** A CSV has no decimals, and its empty cells are NULL. */
function fitsCsv(dataset: Dataset, question: Question): boolean {
  const fields = fieldsIn(question)
  if (fields.has('price') || fields.has('fine')) return false
  const texts = [...dataset.facts, ...dataset.shops, ...dataset.countries].flatMap((row) =>
    Object.values(row),
  )
  return !texts.includes('')
}

type FolderName = 'files' | 'csv' | 'plans' | 'database' | 'factsThere' | 'factsHere'

/** The files of a dataset in every folder. */
function createFiles(duckdb: DuckDb, folders: Readonly<Record<FolderName, string>>) {
  const run = (text: string) => duckdb.run({ text, parameters: [] })
  const copy = async (select: string, path: string, options: string) => {
    // A reader sees the old file or the new one.
    await run(`COPY (${select}) TO '${path}.part' (${options})`)
    await rename(`${path}.part`, path)
  }
  return {
    async open(zone: string, url: string) {
      for (const one of Object.values(folders)) await mkdir(one)
      const inDatabase = (...tables: readonly TableName[]) => ({ database: { url, tables } })
      const forms: Readonly<Record<FolderName, Partial<WorkspaceForm>>> = {
        files: {},
        csv: { extension: 'csv' },
        plans: { plans: true },
        database: { plans: true, ...inDatabase('facts', 'shops', 'countries') },
        factsThere: inDatabase('facts'),
        factsHere: inDatabase('shops', 'countries'),
      }
      for (const name of Object.keys(folders) as FolderName[]) {
        const plain = { extension: 'parquet', plans: false, zone, weekStart: WEEKS[name] } as const
        const text = workspaceText({ ...plain, ...forms[name] })
        await writeFile(join(folders[name], 'workspace.yaml'), text)
      }
      // A file below a mebibyte is not brought into memory: one cell of a column that nobody declares fills it.
      await run(`CREATE TABLE filling AS SELECT repeat('x', ${2 ** 21}) AS filling`)
    },
    async write(dataset: Dataset) {
      for (const table of TABLE_NAMES) {
        const filling =
          table === 'facts'
            ? ', CASE WHEN row_number() OVER () = 1 THEN (SELECT filling FROM filling) END AS filling'
            : ''
        const parquet = 'FORMAT PARQUET, COMPRESSION UNCOMPRESSED'
        await copy(
          `SELECT *${filling} FROM ${table}`,
          join(folders.files, `${table}.parquet`),
          parquet,
        )
        for (const where of [folders.plans, folders.factsThere, folders.factsHere]) {
          await copy(`SELECT * FROM ${table}`, join(where, `${table}.parquet`), 'FORMAT PARQUET')
        }
        const path = join(folders.csv, `${table}.csv`)
        await writeFile(`${path}.part`, csvOf(dataset, table))
        await rename(`${path}.part`, path)
      }
    },
  }
}

function csvOf(dataset: Dataset, table: TableName): string {
  const columns = Object.keys(TABLES[table])
  const cell = (value: unknown): string => {
    if (value === null || value === undefined) return ''
    const text = String(value)
    return /[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  const rows = dataset[table] as readonly object[]
  const lines = rows.map((row) =>
    columns.map((column) => cell((row as Record<string, unknown>)[column])).join(','),
  )
  return `${[columns.join(','), ...lines].join('\n')}\n`
}
