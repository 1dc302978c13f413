import { createHash, randomBytes } from 'node:crypto'
import type { RowSet } from '@tributary/attribution'
import { listTableUses } from '@tributary/attribution/internal'
import type { Catalog } from '@tributary/catalog'
import { toIdentity } from '@tributary/catalog/internal'
import { stateOfFiles } from '@tributary/sql/internal'
import { notModifiedError } from '../model/errors.ts'
import type { Revalidation } from '../model/options.ts'
import { membershipPlans } from '../tenant/membership/membership-source.ts'
import type { Session } from '../tenant/session.ts'

/** The inputs of an answer beside the data. */
export interface AnswerOrigin {
  /** The request, as it came. */
  readonly request: unknown
  /** The plan of the request, with the caller's row conditions and the ranges that the clock gave. */
  readonly plan: unknown
  /** The rows of all facts that the plan reads. */
  readonly rows: readonly RowSet[]
}

/**
 * Tells the tag of the answer that a plan has now; throws `PLATFORM_NOT_MODIFIED` when the caller has that answer. The
 * versions of the data are read before the answer is computed, so that a tag never stands for older data than its answer
 * has. Does nothing without `revalidation`, and where a table has no version or was written in the last two seconds,
 * because a file system may give two writes one time.
 */
export async function tagAnswer(
  session: Session,
  { request, plan, rows }: AnswerOrigin,
  revalidation: Revalidation | undefined,
): Promise<void> {
  if (revalidation === undefined) return
  const memberships = await membershipPlans(session, plan)
  const all = [...rows, ...listRowSets(memberships.flatMap(({ request }) => request.parts))]
  const tables = new Map(
    all.flatMap(listTableUses).map(({ table }) => [JSON.stringify(table), table]),
  )
  const versions = await Promise.all(
    Array.from(tables.values(), (table) => settledVersion(session, table)),
  )
  if (versions.includes(null)) return
  const origin = toIdentity([
    ...[catalogId(session.wholeCatalog), request, plan, versions],
    ...memberships,
  ])
  const tag = createHash('sha256').update(origin).digest('base64url').slice(0, TAG_LENGTH)
  if (revalidation.known.includes(tag)) throw notModifiedError(tag)
  revalidation.tagged(tag)
}

/** The rows of all facts of plans. */
export function listRowSets(plans: readonly PlannedRows[]): readonly RowSet[] {
  return plans.flatMap(({ rows, otherFacts = [] }) => [
    rows,
    ...otherFacts.map((fact) => fact.rows),
  ])
}

interface PlannedRows {
  readonly rows: RowSet
  readonly otherFacts?: readonly { readonly rows: RowSet }[] | undefined
}

/** 132 bits: nobody finds two answers with one tag. */
const TAG_LENGTH = 22

/** How long a file must be left alone until its size and time tell its versions apart, in milliseconds. */
const SETTLED = 2_000

async function settledVersion(
  { sources, clock }: Session,
  table: readonly string[],
): Promise<string | null> {
  const source = sources.findFile(table)
  if (source === null) return sources.versionOf(table)
  const state = await stateOfFiles(source.file)
  if (state === null || clock.now().getTime() - state.modifiedAt < SETTLED) return null
  return state.version
}

/** Catalogs are made anew when definitions change. Two processes have no identity in common. */
const catalogs = new WeakMap<Catalog, string>()

function catalogId(catalog: Catalog): string {
  const cachedId = catalogs.get(catalog)
  if (cachedId !== undefined) return cachedId
  const id = randomBytes(16).toString('base64url')
  catalogs.set(catalog, id)
  return id
}
