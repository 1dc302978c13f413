import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCatalog, loadWorkspace } from '@tributary/catalog'
import { createDuckDb, createPostgreSql } from '@tributary/sql'
import { currentWeekStart, type WeekStart } from './calendar.ts'
import type { Dataset } from './dataset.ts'
import { openEngines } from './engines.ts'
import type { Given } from './judge.ts'
import { openPlatforms } from './platforms.ts'
import type { Question } from './question.ts'
import {
  columnsFrom,
  engineSource,
  memorySource,
  plainSource,
  snapshotSource,
  sourceDoor,
} from './sources.ts'
import { TABLE_NAMES, tableStatements } from './tables.ts'
import { workspaceText } from './workspace.ts'

/** One way to ask. */
export interface Door {
  readonly name: string
  ask(question: Question): Promise<Given>
  /** Whether it can be asked this at all; absent: always. */
  fits?(dataset: Dataset, question: Question): boolean
  /** Whether an answer takes many times as long as one from memory. @defaultValue false */
  readonly isSlow?: boolean
  /** Whether only some runs have it, so that it takes no turn of another one. @defaultValue false */
  readonly isExtra?: boolean
  /** Codes of the errors by which it says what its engine does not have. @defaultValue none */
  readonly lacks?: readonly string[]
}

/** Every way to ask, about one dataset at a time. */
export interface Doors {
  /** The first is the one that the others are compared with. */
  readonly all: readonly Door[]
  /** The time zone of their clocks. */
  readonly zone: string
  load(dataset: Dataset): Promise<void>
  /** How many answers came from where, by door. */
  readonly origins: ReadonlyMap<string, ReadonlyMap<string, number>>
  close(): Promise<void>
}

/** Time zones whose clocks change in the months of the rows, in one of them by half an hour, and one whose never do. */
export const ZONES: readonly string[] = [
  ...['Australia/Lord_Howe', 'America/New_York', 'Europe/Berlin', 'Africa/Casablanca'],
  ...['America/Asuncion', 'Asia/Kathmandu', 'UTC'],
]

/** Two databases of a PostgreSQL: one for the tables of a dataset, one for the store of a platform. */
export interface DoorOptions {
  readonly postgres: string
  readonly store: string
  readonly zone: string
}

/** Opens the engines; datasets are loaded into them one after the other. */
export async function openDoors({ postgres, store, zone }: DoorOptions): Promise<Doors> {
  const folder = await mkdtemp(join(tmpdir(), 'tributary-differential-'))
  const duckdb = await createDuckDb({ threads: 1, timeZone: zone })
  const postgresql = await createPostgreSql({ url: postgres, timeZone: zone, concurrency: 4 })
  const run = (driver: typeof duckdb | typeof postgresql, text: string) =>
    driver.run({ text, parameters: [] })
  const empty: Dataset = { facts: [], shops: [], countries: [] }
  const write = async (dataset: Dataset) => {
    for (const text of tableStatements('duckdb', dataset)) await run(duckdb, text)
  }
  await write(empty)
  for (const text of tableStatements('postgresql', empty)) await run(postgresql, text)
  // Reading a workspace needs its files to be there, and no more.
  for (const table of TABLE_NAMES) await writeFile(join(folder, `${table}.parquet`), '')
  const catalogFor = async (weekStart: WeekStart) => {
    const text = workspaceText({ extension: 'parquet', plans: false, zone, weekStart })
    await writeFile(join(folder, 'workspace.yaml'), text)
    return createCatalog(await loadWorkspace(folder))
  }
  const catalogs = { MONDAY: await catalogFor('MONDAY'), SUNDAY: await catalogFor('SUNDAY') }

  const engines = await openEngines(zone)
  const platforms = await openPlatforms(duckdb, { store, tables: postgres }, zone)
  type Source = ReturnType<typeof plainSource> & { close?(): Promise<void> }
  const sources = new Map<string, Source>()
  const NAMES = [
    'memory',
    'memory with 2 threads',
    'memory from plain values',
    'a snapshot',
    'DuckDB',
    'PostgreSQL',
  ]
  return {
    all: [
      ...NAMES.map((name) => ({
        ...sourceDoor(name, () => ({
          catalog: catalogs[currentWeekStart()],
          ...sources.get(name)!,
        })),
        isSlow: name === 'DuckDB' || name === 'memory with 2 threads',
      })),
      ...engines.map(({ name, fits }) => ({
        ...sourceDoor(name, () => ({
          catalog: catalogs[currentWeekStart()],
          ...sources.get(name)!,
        })),
        ...(fits && { fits }),
        lacks: ['SQL_UNSUPPORTED_EXPRESSION', 'SQL_UNSUPPORTED_AGGREGATE'],
        isExtra: true,
      })),
      ...platforms.all.map((door) => ({ ...door, isSlow: true })),
    ],
    zone,
    origins: platforms.origins,
    async load(dataset) {
      for (const source of sources.values()) await source.close?.()
      await write(dataset)
      for (const text of tableStatements('postgresql', dataset)) await run(postgresql, text)
      for (const { name, driver, load } of engines) {
        await load(dataset)
        sources.set(name, engineSource(driver, driver.dialect, zone))
      }
      const columns = await columnsFrom(duckdb)
      const made: readonly Source[] = [
        memorySource(columns, { time: 'at', threads: 0 }),
        memorySource(columns, { time: 'day', threads: 2 }),
        plainSource(dataset, zone),
        await snapshotSource(columns, folder),
        engineSource(duckdb, duckdb.dialect, zone),
        engineSource(postgresql, postgresql.dialect, zone),
      ]
      for (const [index, name] of NAMES.entries()) sources.set(name, made[index]!)
      await platforms.load(dataset)
    },
    async close() {
      for (const source of sources.values()) await source.close?.()
      await platforms.close()
      for (const engine of engines) await engine.close()
      await duckdb.close()
      await postgresql.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
