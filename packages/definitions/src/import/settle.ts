import {
  createCatalog,
  type DatasourceDefinition,
  type DimensionDefinition,
  type MetricDefinition,
  type Workspace,
  type WorkspaceProblem,
} from '@tributary/catalog'
import { checkWorkspace, describeMetric } from '@tributary/catalog/internal'
import { PLAIN_CALENDAR } from '@tributary/expression/internal'
import type { Draft } from '../draft/draft.ts'
import { invalidImportError } from '../errors.ts'
import { applyExtras } from '../extras/apply-extras.ts'
import type { Extra } from '../extras/extension.ts'

/** Where the definitions of a draft belong. */
export interface SettleOptions {
  readonly tenant: string
  readonly datasources: readonly DatasourceDefinition[]
  /** Definitions in place of those of the draft. */
  readonly extras: readonly Extra[]
}

const LISTS = ['datasets', 'dimensions', 'metrics'] as const

type List = (typeof LISTS)[number]

/**
 * The workspace of a draft, without what it does not allow: what has a mistake is left out with the mistake as the reason,
 * and what stands on it with its name. Says of each metric whether its change can be divided.
 */
export function settle(draft: Draft, options: SettleOptions): Workspace {
  let workspace = toDraftWorkspace(draft, options)
  for (;;) {
    const { workspace: validWorkspace, problems } = checkWorkspace(workspace)
    if (validWorkspace !== null) {
      const full = applyExtras(validWorkspace, options.extras, draft)
      classify(draft, full)
      return full
    }
    const invalid = collectInvalidDefinitions(workspace, problems)
    if (invalid.size === 0) {
      const [first] = problems
      throw invalidImportError(`the workspace would be wrong: ${first?.path}: ${first?.message}`)
    }
    workspace = removeDefinitions(draft, workspace, invalid)
  }
}

function toDraftWorkspace(
  draft: Draft,
  { tenant, datasources }: Omit<SettleOptions, 'extras'>,
): Workspace {
  const { datasets, dimensions, metrics, calendar } = draft
  return {
    tenant,
    timeZone: 'UTC',
    calendar: { ...PLAIN_CALENDAR, ...(calendar.length > 0 && { sources: calendar }) },
    categories: [],
    grants: [],
    groups: [],
    periods: [],
    dateTags: [],
    plans: [],
    datasources,
    datasets,
    dimensions,
    metrics,
    accounts: [{ account: 'owner', displayName: 'owner', role: 'OWNER' }],
  }
}

/** The definitions with mistakes, `metrics/revenue`, with the first mistake of each. */
function collectInvalidDefinitions(
  workspace: Workspace,
  problems: readonly WorkspaceProblem[],
): ReadonlyMap<string, string> {
  const invalid = new Map<string, string>()
  for (const { path, message, suggestion } of problems) {
    const [, list, index] = /^(datasets|dimensions|metrics)\[(\d+)\]/.exec(path) ?? []
    const definition = list === undefined ? undefined : workspace[list as List][Number(index)]
    if (definition === undefined) continue
    const key = `${list}/${definition.name}`
    const hint = suggestion === null ? '' : ` (${suggestion})`
    if (!invalid.has(key)) invalid.set(key, `${message.split('\n')[0]}${hint}`)
  }
  return invalid
}

function removeDefinitions(
  draft: Draft,
  workspace: Workspace,
  invalid: ReadonlyMap<string, string>,
): Workspace {
  for (const [key, message] of invalid) leaveOut(draft, key, message, null)
  const gone = new Map(Array.from(invalid.keys(), (key) => [key, key]))
  const isLost = (kind: List, name: string): boolean => gone.has(`${kind}/${name}`)
  const datasets = workspace.datasets
    .filter(({ name }) => !isLost('datasets', name))
    .map((dataset) => ({
      ...dataset,
      relations: dataset.relations.filter(({ to }) => !isLost('datasets', to)),
    }))
  const drop = (kind: List, name: string, because: string): false => {
    gone.set(`${kind}/${name}`, because)
    leaveOut(draft, `${kind}/${name}`, `it stands on ${because}, which is left out`, because)
    return false
  }
  const roots = new Map<string, string>()
  const dimensions = workspace.dimensions.flatMap((dimension): readonly DimensionDefinition[] => {
    if (isLost('dimensions', dimension.name)) return []
    if (isLost('datasets', dimension.dataset))
      return drop('dimensions', dimension.name, dimension.dataset) || []
    return [replaceLostRoot(dimension, isLost, roots)]
  })
  const metrics = workspace.metrics.filter((metric) => {
    if (isLost('metrics', metric.name)) return false
    const leftOutName = listNames(metric).find((name) => isLost('metrics', name))
    if (leftOutName !== undefined) return drop('metrics', metric.name, leftOutName)
    const dataset = metric.type === 'ATOMIC' ? metric.dataset : null
    return dataset !== null && isLost('datasets', dataset)
      ? drop('metrics', metric.name, dataset)
      : true
  })
  return { ...workspace, datasets, dimensions, metrics }
}

/** A dimension whose root is gone is the same as the first other one with that root. */
function replaceLostRoot(
  dimension: DimensionDefinition,
  isLost: (kind: List, name: string) => boolean,
  roots: Map<string, string>,
): DimensionDefinition {
  const { sameAs, ...dimensionFields } = dimension
  if (sameAs === undefined || !isLost('dimensions', sameAs)) return dimension
  const root = roots.get(sameAs)
  if (root === undefined) roots.set(sameAs, dimension.name)
  return root === undefined ? dimensionFields : { ...dimensionFields, sameAs: root }
}

function leaveOut(draft: Draft, key: string, message: string, causedBy: string | null): void {
  const subject = draft.subjects.get(key)
  // A metric may consist of several definitions and has one finding.
  if (subject !== undefined && !draft.findings.isLeftOut(subject)) {
    draft.findings.add('LEFT_OUT', subject, message, causedBy)
  }
}

/** The metrics that a definition names. */
function listNames(metric: MetricDefinition): readonly string[] {
  if (metric.type === 'DERIVED') return [metric.metric]
  if (metric.type !== 'COMPOSITE' || metric.dataset !== null) return []
  return Array.from(metric.expr.matchAll(/\[([^\]]+)\]/g), ([, name]) => name!)
}

/** Finds of each metric that is named in the document whether its change can be divided. */
function classify(draft: Draft, workspace: Workspace): void {
  const catalog = createCatalog(workspace)
  for (const metric of workspace.metrics) {
    const subject = draft.subjects.get(`metrics/${metric.name}`)
    if (subject === undefined || !draft.isNamesake(metric.name, subject)) continue
    const { reason } = describeMetric(catalog, metric, 0n)
    if (reason === null) draft.findings.add('EXACT', subject, '')
    else draft.findings.add('VALUES', subject, `values and growth, no contributions: ${reason}`)
  }
}
