import { stat } from 'node:fs/promises'
import { frontierTexts } from '@tributary/attribution/internal'
import { datasetTable, longestGrain } from '@tributary/catalog/internal'
import type { DatasetExtentData, DatasetExtentQuery } from '@tributary/contract'
import { invalidRequestError } from '../../model/errors.ts'
import type { CallOptions } from '../../model/options.ts'
import { nameOrNull } from '../../requests/located-texts.ts'
import {
  countRows,
  findDefaultComparison,
  toComparisonTexts,
} from '../../requests/read-row-times.ts'
import type { Session } from '../../tenant/session.ts'

/** The first and last time of a dataset, or of the rows of a metric. */
export async function datasetExtent(
  session: Session,
  { datasetName, metric }: DatasetExtentQuery,
  options: CallOptions = {},
): Promise<DatasetExtentData> {
  const { catalog, access, sources } = session
  if ((datasetName === undefined) === (metric === undefined)) {
    const reason = 'Give datasetName or metric, one of them.'
    throw invalidRequestError('datasetName', reason)
  }
  const { timeZone, calendar } = catalog.workspace
  const { weekStart, fiscalYearStart, fiscalYearName } = calendar
  const subject = {
    metric: nameOrNull(metric, 'metric'),
    dataset: datasetName === undefined ? null : catalog.dataset(datasetName, 'datasetName'),
  }
  const counted = await countRows(session, subject, options)
  const { part, datasets, frontier, rows } = counted
  const comparison = await findDefaultComparison(session, subject, counted, options)
  const mayCount = datasets.every(({ name }) => access.may('USE', { type: 'DATASET', name }))
  const range = frontier && frontierTexts(frontier, part.time)
  return {
    min: range?.first ?? null,
    max: range?.last ?? null,
    grain: longestGrain(datasets),
    timeZone,
    calendar: { weekStart, fiscalYearStart, fiscalYearName },
    refreshedAt: await refreshedAt(
      datasets.map((dataset) => sources.findFile(datasetTable(dataset))?.file.path),
    ),
    rows: mayCount ? rows : null,
    comparison: comparison && toComparisonTexts(comparison, calendar),
  }
}

/** When the oldest of the files was last written; null when one is no file. */
async function refreshedAt(paths: readonly (string | undefined)[]): Promise<string | null> {
  const written = await Promise.all(
    paths.map(async (path) => {
      if (path === undefined) return null
      return stat(path).then(
        ({ mtime }) => mtime.toISOString(),
        () => null,
      )
    }),
  )
  return written.includes(null) ? null : (written.toSorted()[0] ?? null)
}
