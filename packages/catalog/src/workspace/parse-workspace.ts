import { METRIC_TIME } from '../definitions/metric.ts'
import type { Workspace, WorkspaceProblem } from '../definitions/workspace.ts'
import { checkCategories, checkGrants, checkGroups, fileIn } from './check/check-access.ts'
import { checkDateTags, checkPeriods } from './check/check-calendar.ts'
import { checkDataFiles, type DataFiles } from './check/check-data-files.ts'
import { checkDatasetFilters } from './check/check-dataset-filters.ts'
import { checkDatasets } from './check/check-datasets.ts'
import { checkDimensions } from './check/check-dimensions.ts'
import { checkMetrics } from './check/check-metrics.ts'
import { checkPlans } from './check/check-plans.ts'
import { checkTenant, checkTimeZone } from './check/check-tenant.ts'
import { uniqueBy } from './check/unique-by.ts'
import { asWorkspaceFile, workspaceSchema } from './codecs/workspace-schema.ts'
import {
  type Drafted,
  draftAccount,
  draftCategory,
  draftDataset,
  draftDatasource,
  draftDateTag,
  draftDimension,
  draftGrant,
  draftGroup,
  draftMetric,
  draftPeriod,
} from './draft.ts'
import { draftPlan } from './draft-plan.ts'
import type { SourceText } from './files/read-source.ts'
import { readYaml, type YamlFile } from './files/read-yaml.ts'
import { createReport, type Report } from './report.ts'
import { checkStructure } from './structure/check-structure.ts'
import { BROKEN, type DocumentPath } from './structure/shape.ts'
import type { StructuredFile } from './structured-file.ts'
import type { WorkspaceFile } from './workspace-file.ts'

/** What reading a workspace came to: everything, or every mistake. */
export interface WorkspaceReading {
  /** Null when there is a problem: nothing is loaded half. */
  readonly workspace: Workspace | null
  /** By file in the order given, then by line and column. */
  readonly problems: readonly WorkspaceProblem[]
  /** The files that were read, in order. */
  readonly files: readonly string[]
}

/** What {@link parseWorkspace} may look at beside the texts. */
export interface ParseWorkspaceOptions {
  /** The names in a folder, null when there is none: finds data files that are not there. @defaultValue not looked at */
  readonly listFolder?: DataFiles['listFolder']
  /** Mistakes of files that have no text to give: they join the others. @defaultValue none */
  readonly unread?: readonly WorkspaceProblem[]
}

/**
 * Merges the files of a workspace into checked definitions. Never throws for what the files say; finds
 * all mistakes in one run, except that names and expressions are looked at only when every file is YAML.
 */
export function parseWorkspace(
  sources: readonly SourceText[],
  options: ParseWorkspaceOptions = {},
): WorkspaceReading {
  const report = createReport()
  const yamls = sources.map(readYaml)
  const files = yamls.map((yaml) => ({ yaml, content: structureOf(report, yaml) }))
  const { unread = [] } = options
  const isReadable = unread.length === 0 && yamls.every((yaml) => yaml.isReadable)
  const workspace = isReadable ? define(report, files, options) : null
  const misread = yamls.flatMap((yaml) => yaml.problems)
  const problems = inOrder([...sources, ...unread], [...misread, ...report.problems, ...unread])
  return {
    workspace: problems.length === 0 ? workspace : null,
    problems,
    files: sources.map((source) => source.file),
  }
}

function structureOf(report: Report, yaml: YamlFile): WorkspaceFile {
  if (yaml.value === null || yaml.value === undefined) return {}
  const content = checkStructure(yaml.value, workspaceSchema, [], {
    problem: (path, message, suggestion, atKey) =>
      report.inFile(yaml, path, message, suggestion, atKey),
    kept: (value, path) => report.remember(value, { yaml, path }),
    written: (path) => yaml.writtenAt(path),
    dropped: (value, path) => dropped(report, value, path),
  })
  return content === BROKEN ? {} : asWorkspaceFile(content)
}

function dropped(report: Report, value: unknown, path: DocumentPath): void {
  if (path.at(-1) === 'time') report.broken.add(METRIC_TIME)
  for (const name of namesWithin(value, 4)) report.broken.add(name)
}

/** The names of a dropped definition and of what it holds: columns, relations. */
function namesWithin(value: unknown, depth: number): readonly string[] {
  if (typeof value !== 'object' || value === null || depth === 0) return []
  return Object.entries(value).flatMap(([key, one]) =>
    typeof one === 'string' && (key === 'name' || key === 'code' || key === 'displayName')
      ? [one]
      : namesWithin(one, depth - 1),
  )
}

function define(
  report: Report,
  files: readonly StructuredFile[],
  { listFolder }: ParseWorkspaceOptions,
): Workspace {
  const tenant = checkTenant(report, files)
  const datasourceDrafts = drafts(files, 'datasources', draftDatasource)
  const datasetDrafts = drafts(files, 'datasets', draftDataset)
  const accountDrafts = drafts(files, 'accounts', draftAccount)
  const accounts = definitionsOf(uniqueBy(report, 'account', accountDrafts, 'account'))
  const categories = checkCategories(report, drafts(files, 'categories', draftCategory))
  const metricDrafts = fileIn(report, drafts(files, 'metrics', draftMetric), categories)
  const dimensionDrafts = fileIn(report, drafts(files, 'dimensions', draftDimension), categories)
  const datasources = definitionsOf(uniqueBy(report, 'datasource', datasourceDrafts, 'name'))
  const datasets = checkDatasets(report, datasetDrafts, { accounts, datasources })
  if (listFolder !== undefined) {
    checkDataFiles(report, { datasources: datasourceDrafts, datasets: datasetDrafts, listFolder })
  }
  const bare: Workspace = {
    tenant,
    timeZone: checkTimeZone(report, files),
    accounts,
    categories,
    grants: [],
    groups: checkGroups(report, drafts(files, 'groups', draftGroup)),
    datasources,
    datasets,
    dimensions: [],
    metrics: definitionsOf(metricDrafts),
    periods: checkPeriods(report, drafts(files, 'periods', draftPeriod)),
    dateTags: [],
    plans: [],
  }
  checkDatasetFilters(report, datasetDrafts, bare)
  const dimensions = checkDimensions(report, dimensionDrafts, bare)
  const whole = { ...bare, dimensions }
  const dateTags = checkDateTags(report, drafts(files, 'dateTags', draftDateTag), whole)
  const metrics = checkMetrics(report, metricDrafts, whole)
  const grantDrafts = drafts(files, 'grants', draftGrant)
  const grants = checkGrants(report, grantDrafts, { ...whole, metrics })
  const planDrafts = drafts(files, 'plans', (raw) => draftPlan(raw, tenant))
  const plans = checkPlans(report, planDrafts, { ...whole, metrics })
  return { ...whole, metrics, dateTags, grants, plans }
}

type Section =
  | 'accounts'
  | 'categories'
  | 'grants'
  | 'groups'
  | 'datasources'
  | 'datasets'
  | 'dimensions'
  | 'metrics'
  | 'periods'
  | 'dateTags'
  | 'plans'
type Entry<S extends Section> = NonNullable<WorkspaceFile[S]>[number]

function drafts<S extends Section, Definition>(
  files: readonly StructuredFile[],
  section: S,
  draft: (raw: Entry<S>, file: string) => Definition,
): readonly Drafted<Entry<S>, Definition>[] {
  return files.flatMap(({ yaml, content }) =>
    ((content[section] ?? []) as readonly Entry<S>[]).map((raw) => ({
      raw,
      definition: draft(raw, yaml.file),
    })),
  )
}

function definitionsOf<Definition>(
  drafted: readonly Drafted<object, Definition>[],
): readonly Definition[] {
  return drafted.map((one) => one.definition)
}

function inOrder(
  sources: readonly Pick<SourceText, 'file'>[],
  problems: readonly WorkspaceProblem[],
): readonly WorkspaceProblem[] {
  const rank = new Map(sources.map((source, i) => [source.file, i]))
  const rankOf = (one: WorkspaceProblem): number => rank.get(one.file) ?? sources.length
  return problems.toSorted(
    (a, b) => rankOf(a) - rankOf(b) || a.line - b.line || a.column - b.column,
  )
}
