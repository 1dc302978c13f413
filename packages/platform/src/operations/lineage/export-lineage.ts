import type { RequestOf } from '@tributary/contract'
import { runInSlices, type SlicedWork } from '@tributary/core/internal'
import { EXPORT_FORMATS, writeLineage } from '@tributary/lineage'
import { toTenantResource } from '../../model/rights.ts'
import { requireChoice } from '../../requests/read-values.ts'
import type { Session } from '../../tenant/session.ts'

/** The lineage of the tenant as a text, in pieces that are made as they are read. */
export function writeLineagePieces(
  { access, caller, lineage, clock }: Session,
  { format = 'json' }: RequestOf<'exportLineage'>,
): Iterable<string> {
  access.require('USE', toTenantResource(caller.tenant))
  return writeLineage(lineage, {
    format: requireChoice('format', format, EXPORT_FORMATS),
    at: clock.now(),
  })
}

/** The pieces of a text as one text. */
export function joinPieces(
  pieces: Iterable<string>,
  signal: AbortSignal | undefined,
): Promise<string> {
  return runInSlices(join(pieces), signal)
}

/** Pieces between two yields. */
const AT_ONCE = 512

function* join(pieces: Iterable<string>): SlicedWork<string> {
  let text = ''
  let count = 0
  for (const piece of pieces) {
    text += piece
    if (++count % AT_ONCE === 0) yield
  }
  return text
}
