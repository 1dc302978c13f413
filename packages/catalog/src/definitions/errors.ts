import { nearNames, TributaryError } from '@tributary/core'
import type { WorkspaceProblem } from './workspace.ts'

/** The codes of {@link CatalogError}. */
export type CatalogErrorCode =
  | 'CATALOG_WORKSPACE_INVALID'
  | 'CATALOG_UNKNOWN_METRIC'
  | 'CATALOG_UNKNOWN_DIMENSION'
  | 'CATALOG_UNKNOWN_DATASET'
  | 'CATALOG_AMBIGUOUS_NAME'
  | 'CATALOG_METRIC_CYCLE'
  | 'CATALOG_DIMENSION_UNAVAILABLE'
  | 'CATALOG_DIMENSION_DUPLICATE'
  | 'CATALOG_DIMENSION_MISSING'
  | 'CATALOG_TIME_CONSTRAINT_MISSING'
  | 'CATALOG_TOO_MANY_METRICS'
  | 'CATALOG_UNKNOWN_PERIOD'
  | 'CATALOG_UNKNOWN_DATE_TAG'
  | 'CATALOG_UNSUPPORTED_METRIC'
  | 'CATALOG_WINDOW_NOT_A_RANGE'
  | 'CATALOG_INVALID_VIEW'
  | 'CATALOG_USER_ATTRIBUTE_MISSING'

/** The error that this package throws. `details.path` is the place in the request; null when there is none. */
export class CatalogError extends TributaryError<CatalogErrorCode> {}

/** Kinds of definitions that are looked up by name. */
export type NamedKind = 'metric' | 'dimension' | 'dataset' | 'period' | 'date tag'

const UNKNOWN = {
  metric: 'CATALOG_UNKNOWN_METRIC',
  dimension: 'CATALOG_UNKNOWN_DIMENSION',
  dataset: 'CATALOG_UNKNOWN_DATASET',
  period: 'CATALOG_UNKNOWN_PERIOD',
  'date tag': 'CATALOG_UNKNOWN_DATE_TAG',
} as const

/** Workspace files have mistakes; `details.problems` lists them. */
export function workspaceInvalid(problems: readonly WorkspaceProblem[]): CatalogError {
  const lines = problems.map(
    (problem) =>
      `${problem.file}:${problem.line}:${problem.column} ${problem.path}: ${problem.message}${problem.suggestion === null ? '' : ` (${problem.suggestion})`}`,
  )
  const count = `${problems.length} ${problems.length === 1 ? 'mistake' : 'mistakes'}`
  return new CatalogError(
    'CATALOG_WORKSPACE_INVALID',
    `The workspace has ${count}; nothing was loaded:\n${lines.join('\n')}`,
    { details: { problems } },
  )
}

/** Names that can be searched for those similar to a text. */
export interface NearNames {
  near(text: string): readonly string[]
}

/** No definition of the kind has this name. */
export function unknownName(
  kind: NamedKind,
  text: string,
  path: string | null,
  candidates: Iterable<string> | NearNames,
): CatalogError {
  const near = 'near' in candidates ? candidates.near(text) : nearNames(text, candidates)
  const hint = near.length === 0 ? '' : `; did you mean ${near.map(quote).join(' or ')}?`
  return new CatalogError(UNKNOWN[kind], `No ${kind} is called "${text}"${at(path)}${hint}`, {
    details: { path, name: text, suggestions: near },
  })
}

/** Two or more definitions of the kind have this name. */
export function ambiguousName(
  kind: NamedKind,
  text: string,
  path: string | null,
  fits: readonly string[],
): CatalogError {
  return new CatalogError(
    'CATALOG_AMBIGUOUS_NAME',
    `"${text}"${at(path)} fits the ${kind}s ${fits.map(quote).join(' and ')}; use one of these names`,
    { details: { path, name: text, fits } },
  )
}

/** A metric that refers to itself. `cycle` begins and ends with its name. */
export function metricCycle(cycle: readonly string[], path: string | null): CatalogError {
  return new CatalogError(
    'CATALOG_METRIC_CYCLE',
    `Metric ${cycle[0]} refers to itself${at(path)}: ${cycle.join(' → ')}`,
    { details: { path, cycle } },
  )
}

/** The dimension exists, but the rows of the metric do not have it. */
export function dimensionUnavailable(options: {
  readonly metric: string
  readonly dimension: string
  readonly path: string
  readonly available: readonly string[]
}): CatalogError {
  const { metric, dimension, path, available } = options
  return new CatalogError(
    'CATALOG_DIMENSION_UNAVAILABLE',
    `The metric "${metric}" cannot be analysed by "${dimension}"${at(path)}; available: ${available.join(', ')}`,
    { details: { path, metric, dimension, available } },
  )
}

/** A dimension or a combination of dimensions is listed twice. */
export function dimensionDuplicate(text: string, path: string): CatalogError {
  return new CatalogError(
    'CATALOG_DIMENSION_DUPLICATE',
    `"${text}"${at(path)} is listed twice; name each dimension once`,
    { details: { path, dimension: text } },
  )
}

/** The question has no dimension, or an empty entry in the list. */
export function dimensionMissing(path: string): CatalogError {
  return new CatalogError(
    'CATALOG_DIMENSION_MISSING',
    `Expected the name of a dimension${at(path)}, found nothing`,
    { details: { path } },
  )
}

/** A window has no time constraint and the question has none for both. */
export function timeConstraintMissing(path: string): CatalogError {
  return new CatalogError(
    'CATALOG_TIME_CONSTRAINT_MISSING',
    `Expected a time constraint${at(path)}, found none there and none for the whole question; write a condition on [metric_time]`,
    { details: { path } },
  )
}

/** The question defines more temporary metrics than the limit. */
export function tooManyMetrics(count: number, most: number, path: string): CatalogError {
  return new CatalogError(
    'CATALOG_TOO_MANY_METRICS',
    `Expected at most ${most} temporary metrics${at(path)}, found ${count}`,
    { details: { path, count, most } },
  )
}

/** A temporary metric cannot be attributed, for the given reason. */
export function unsupportedMetric(path: string, reason: string): CatalogError {
  return new CatalogError('CATALOG_UNSUPPORTED_METRIC', `${reason}${at(path)}`, {
    details: { path },
  })
}

/** A metric that compares with another period needs windows that are one time range each. */
export function windowNotARange(metric: string, path: string): CatalogError {
  return new CatalogError(
    'CATALOG_WINDOW_NOT_A_RANGE',
    `The metric "${metric}" compares with another period, which needs one range of time with a beginning and an end${at(path)}`,
    { details: { path, metric } },
  )
}

/** A metric view cannot be saved, for the given reason. */
export function invalidView(path: string, reason: string): CatalogError {
  return new CatalogError('CATALOG_INVALID_VIEW', `${reason}${at(path)}`, { details: { path } })
}

/** A row condition names an attribute that the user who asks does not have. */
export function userAttributeMissing(
  metric: { readonly text: string; readonly path: string },
  attribute: string,
): CatalogError {
  const { text, path } = metric
  return new CatalogError(
    'CATALOG_USER_ATTRIBUTE_MISSING',
    `Which rows of "${text}"${at(path)} you may see depends on your user attribute "${attribute}", which is not set; ask whoever manages the users to set it`,
    { details: { path, metric: text, attribute } },
  )
}

function at(path: string | null): string {
  return path === null ? '' : ` at ${path}`
}

function quote(name: string): string {
  return `"${name}"`
}
