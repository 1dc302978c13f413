import { stat } from 'node:fs/promises'
import { aggregatePart, frontierTexts, metricValues } from '@tributary/attribution/internal'
import { datasetTable, rowsPlan } from '@tributary/catalog/internal'
import type { DatasetExtentData, DatasetExtentQuery } from '@tributary/contract'
import { runInSlices } from '@tributary/core/internal'
import { localTime } from '@tributary/expression/internal'
import { invalidRequestError } from '../../model/errors.ts'
import type { CallOptions } from '../../model/options.ts'
import type { Session } from '../../tenant/session.ts'
import { locatedOrNull } from '../requests/located-texts.ts'
import { userAttributesOf } from '../requests/user-attributes-of.ts'

/** The first and last time of a dataset, or of the rows of a metric. */
export async function datasetExtent(
  session: Session,
  { datasetName, metric }: DatasetExtentQuery,
  options: CallOptions = {},
): Promise<DatasetExtentData> {
  const { catalog, clock, access, source, sources } = session
  if ((datasetName === undefined) === (metric === undefined)) {
    const reason = 'Give datasetName or metric, one of them.'
    throw invalidRequestError('datasetName', reason)
  }
  const { timeZone, calendar } = catalog.workspace
  const question = {
    metric: locatedOrNull(metric, 'metric'),
    dataset: datasetName === undefined ? null : catalog.dataset(datasetName, 'datasetName'),
    dimension: null,
    timeConstraint: null,
    filters: [],
    now: localTime(clock.now(), timeZone),
  }
  const work = rowsPlan(catalog, question, { user: await userAttributesOf(session) })
  const { part, dataset } = await runInSlices(work, options.signal)
  const { frames, frontier } = await aggregatePart(source, part, options)
  const counts = await runInSlices(metricValues(part.metrics[0]!, frames[0]!), options.signal)
  const range = frontier && frontierTexts(frontier, part.time)
  return {
    min: range?.first ?? null,
    max: range?.last ?? null,
    grain: dataset.time?.grain ?? null,
    timeZone,
    calendar,
    refreshedAt: await refreshedAt(sources.fileOf(datasetTable(dataset))?.file.path),
    rows: access.may('USE', { type: 'DATASET', name: dataset.name }) ? Number(counts.at(0)) : null,
  }
}

/** When a file was last written; null for what is no file. */
async function refreshedAt(path: string | undefined): Promise<string | null> {
  if (path === undefined) return null
  return stat(path).then(
    ({ mtime }) => mtime.toISOString(),
    () => null,
  )
}
