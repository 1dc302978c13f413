import { randomUUID } from 'node:crypto'
import type { ImportedLineageData, ImportProgressData } from '@tributary/contract'
import { TributaryError } from '@tributary/core'
import { forsakenImportError, unknownImportError } from '../../model/errors.ts'
import { type ImportRow, lineageImportsIn } from '../../store/lineage-imports.ts'
import type { Session } from '../../tenant/session.ts'
import { assertStorable, isoLocalText } from '../requests/read-values.ts'
import { importLineage } from './exchange-lineage.ts'
import type { ImportCallOptions, LineageImport } from './lineage-answers.ts'

/** How often an import that goes on says how far it is at least, in milliseconds. */
const BEAT = 1_000

/** How often at least in the time after which it is lost. */
const BEATS = 3

/** The longest delay of a timer, in milliseconds. */
const LONGEST = 2_147_483_647

/** How the imports of a tenant run. */
export interface ImportRules {
  /** Runs an import when there is a place for it. */
  readonly admit: <T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal) => Promise<T>
  /** An import that was not heard of for so many milliseconds is lost with its process. */
  readonly lease: number
}

/**
 * Imports lineage. The answer is the end of the import or, after `answerWithin`, the import as it runs: the store has it
 * then, so that every process can tell its state, and the signal of the caller does not end it any more.
 */
export async function importAsTask(
  session: Session,
  given: LineageImport,
  { signal, answerWithin, admit, lease }: ImportCallOptions & ImportRules,
): Promise<ImportedLineageData> {
  assertStorable(given.file, 'file')
  const stop = new AbortController()
  const leave = (): void => stop.abort(signal?.reason)
  if (signal?.aborted === true) leave()
  signal?.addEventListener('abort', leave, { once: true })
  const task = createTask(session, given, lease)
  const ended = admit(task.run, stop.signal)
  try {
    if (answerWithin === undefined || !(await isPendingAfter(ended, answerWithin))) {
      return toData(session, await ended)
    }
    try {
      return toData(session, await task.goOn())
    } catch (error) {
      // Nobody could ask for an import that the store does not have.
      stop.abort(error)
      return toData(session, await ended)
    }
  } finally {
    signal?.removeEventListener('abort', leave)
  }
}

/** The state of an import of the tenant. One whose process does not answer is declared failed, and cannot be stored then. */
export async function importState(
  session: Session,
  id: string,
  { lease }: Pick<ImportRules, 'lease'>,
): Promise<ImportedLineageData> {
  const { clock, write, store, caller } = session
  const imports = lineageImportsIn(store, caller.tenant, write)
  let row = await imports.read(id)
  const now = clock.now()
  if (row?.status === 'RUNNING' && now.getTime() - Date.parse(row.beat_at) > lease) {
    const message = messageOf(forsakenImportError())
    await imports.fail(id, { message, at: now, lastBeat: row.beat_at })
    row = await imports.read(id)
  }
  if (row === null) throw unknownImportError(id)
  return toData(session, row)
}

interface ImportTask {
  /** Does the import, and gives it as it is kept. */
  readonly run: (signal: AbortSignal) => Promise<ImportRow>
  /** Keeps the import, so that it can be asked for while it runs, and gives it as it is then. */
  readonly goOn: () => Promise<ImportRow>
}

function createTask(session: Session, given: LineageImport, lease: number): ImportTask {
  const { clock, write, store, caller } = session
  const imports = lineageImportsIn(store, caller.tenant, write)
  const id = randomUUID()
  const started_at = clock.now().toISOString()
  const begun = { id, account: caller.account, file: given.file, started_at }
  let progress: ImportProgressData = { step: 'READING', done: 0, total: null }
  /** Settles when the store has heard of the import last; null before {@link ImportTask.goOn}. */
  let heard: Promise<unknown> | null = null
  let timer: NodeJS.Timeout | undefined
  let isOver = false

  const beat = async (): Promise<void> => {
    // A store that does not answer is told at the next beat.
    await imports.beat(id, progress, clock.now()).catch(() => {})
    if (isOver) return
    timer = setTimeout(
      () => {
        heard = beat()
      },
      Math.min(BEAT, lease / BEATS),
    )
  }
  const end = async (): Promise<void> => {
    isOver = true
    clearTimeout(timer)
    await heard?.catch(() => {})
  }
  const settle = async (error: unknown): Promise<ImportRow | null> => {
    await end()
    if (heard !== null) {
      await imports.fail(id, { message: messageOf(error), at: clock.now() }).catch(() => {})
    }
    return imports.read(id).catch(() => null)
  }
  return {
    run: async (signal) => {
      try {
        await importLineage(session, caller.account, given, {
          signal,
          onProgress: (now) => {
            progress = now
          },
          succeed: (counts) => async (transaction) => {
            const done = { ...counts, at: clock.now() }
            if (!(await imports.succeed(transaction, begun, done))) throw forsakenImportError()
          },
        })
        await end()
        return (await imports.read(id))!
      } catch (error) {
        const row = await settle(error)
        // What failed came after the changes were stored, such as the answer of the store to that.
        if (row?.status === 'SUCCESS') return row
        throw error
      }
    },
    goOn: async () => {
      if (isOver) throw new Error('The import has ended.')
      const kept = imports.begin(begun, progress, clock.now())
      heard = kept
      const row = await kept
      if (row.status === 'RUNNING' && !isOver) heard = beat()
      return row
    },
  }
}

async function isPendingAfter(work: Promise<unknown>, time: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(() => resolve(true), Math.min(time, LONGEST))
  const end = (): void => resolve(false)
  work.then(end, end)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
  }
}

/** The reason of a failure as a text that every store keeps. A fault of the service has no more than its name. */
function messageOf(error: unknown): string {
  if (!(error instanceof TributaryError)) return 'The import failed by a fault of the service.'
  return `${error.code}: ${error.message}`.replaceAll('\0', '\uFFFD').toWellFormed()
}

function toData({ catalog }: Session, row: ImportRow): ImportedLineageData {
  const { timeZone } = catalog.workspace
  const text = (at: string): string => isoLocalText(new Date(at), timeZone)
  const { id, status, file, format, vertices, edges, step, done, total } = row
  return {
    importId: id,
    status,
    file,
    format,
    vertices,
    edges,
    newVertices: row.new_vertices,
    newEdges: row.new_edges,
    progress: step === null ? null : { step, done: done ?? 0, total },
    startTime: text(row.started_at),
    endTime: row.ended_at === null ? null : text(row.ended_at),
    msg: row.message,
  }
}
