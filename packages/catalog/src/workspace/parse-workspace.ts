import { dirname } from 'node:path'
import { METRIC_TIME } from '../definitions/metric.ts'
import type { Workspace, WorkspaceProblem } from '../definitions/workspace.ts'
import {
  checkCategories,
  checkGrants,
  checkGroups,
  resolveCategories,
} from './check/check-access.ts'
import { checkDateTags, checkPeriods } from './check/check-calendar.ts'
import { checkCalendarSources } from './check/check-calendar-sources.ts'
import { checkCalendar, checkTenant, checkTimeZone } from './check/check-tenant.ts'
import { checkDataFiles } from './check/datasets/check-data-files.ts'
import { checkDatasetConditions, checkDatasets } from './check/datasets/check-datasets.ts'
import { checkDatasources } from './check/datasets/check-sources.ts'
import { filterUnique } from './check/filter-unique.ts'
import { checkDimensions } from './check/metrics/check-dimensions.ts'
import { checkHaving } from './check/metrics/check-having.ts'
import { checkMetrics } from './check/metrics/check-metrics.ts'
import { checkPlans } from './check/plans/check-plans.ts'
import { accountCodec, categoryCodec, grantCodec, groupCodec } from './codecs/access.ts'
import { dateTagCodec, periodCodec } from './codecs/calendar.ts'
import { datasetCodec } from './codecs/dataset.ts'
import { datasourceCodec } from './codecs/datasource.ts'
import { dimensionCodec } from './codecs/dimension.ts'
import { metricCodec } from './codecs/metric.ts'
import type { Codec, Entry } from './codecs/parts.ts'
import { planCodec } from './codecs/plan.ts'
import { type CheckedFile, type WorkspaceFile, workspaceSchema } from './codecs/workspace-file.ts'
import type { SourceText } from './files/read-source.ts'
import { readYaml, type YamlFile } from './files/read-yaml.ts'
import { createReport, type Report } from './files/report.ts'
import { checkStructure } from './structure/check-structure.ts'
import { BROKEN, type DocumentPath } from './structure/shape.ts'
import { type FileContent, listFileContents, writeWorkspace } from './write-workspace.ts'

/** The result of reading a workspace: its definitions, or all mistakes. */
export interface WorkspaceReading {
  /** Null when there is a problem: a workspace is never loaded partially. */
  readonly workspace: Workspace | null
  /** By file in the order given, then by line and column. */
  readonly problems: readonly WorkspaceProblem[]
  /** The files that were read, in order. */
  readonly files: readonly string[]
}

/** Options of {@link parseWorkspace}. */
export interface ParseWorkspaceOptions {
  /**
   * The names in a folder, null when there is none: finds data files that are not there. @defaultValue not looked at
   */
  readonly listFolder?: (folder: string) => readonly string[] | null
  /** Problems of files that could not be read; they are added to the result. @defaultValue none */
  readonly unread?: readonly WorkspaceProblem[]
}

/**
 * Parses and checks the files of a workspace and merges their definitions. Never throws for the content of files.
 * Finds all mistakes in one run; names and expressions are checked only when every file is valid YAML.
 * @example
 * ```ts
 * import { parseWorkspace } from '@tributary/platform/catalog'
 * const text = 'tenant: demo\nmetric: []'
 * const { workspace, problems } = parseWorkspace([{ file: 'shop.yaml', text }])
 * workspace // => null
 * problems.map(({ line, suggestion }) => [line, suggestion]) // => [[2, 'did you mean "metrics"?']]
 * ```
 */
export function parseWorkspace(
  sources: readonly SourceText[],
  options: ParseWorkspaceOptions = {},
): WorkspaceReading {
  return readFiles(sources.map(readYaml), options)
}

/**
 * Checks a workspace as {@link parseWorkspace} does with the files that {@link writeWorkspace} gives for `/`, and gives it as it
 * is read from them. Without mistakes, which only a text has a place for, no YAML is written and read.
 */
export function checkWorkspace(workspace: Workspace): WorkspaceReading {
  const reading = readFiles(listFileContents(workspace, '/').map(plainFile), {})
  return reading.workspace === null ? parseWorkspace(writeWorkspace(workspace, '/')) : reading
}

const START = { line: 1, column: 1 }

function plainFile({ file, content }: FileContent): YamlFile {
  return {
    file,
    // A copy has no object twice: objects are known by where they stand.
    value: JSON.parse(JSON.stringify(content)),
    problems: [],
    isReadable: true,
    positionOf: () => START,
    positionOfKey: () => START,
    positionInText: () => START,
    writtenAt: () => null,
  }
}

function readFiles(yamls: readonly YamlFile[], options: ParseWorkspaceOptions): WorkspaceReading {
  const report = createReport()
  const files = yamls.map((yaml) => ({ yaml, content: checkFileStructure(report, yaml) }))
  const { unread = [] } = options
  const isReadable = unread.length === 0 && yamls.every((yaml) => yaml.isReadable)
  const workspace = isReadable ? define(report, files, options) : null
  const yamlProblems = yamls.flatMap((yaml) => yaml.problems)
  const problems = inOrder([...yamls, ...unread], [...yamlProblems, ...report.problems, ...unread])
  return {
    workspace: problems.length === 0 ? workspace : null,
    problems,
    files: yamls.map(({ file }) => file),
  }
}

function checkFileStructure(report: Report, yaml: YamlFile): WorkspaceFile {
  if (yaml.value === null || yaml.value === undefined) return {}
  const content = checkStructure(yaml.value, workspaceSchema, [], {
    problem: (path, message, suggestion, atKey) =>
      report.inFile(yaml, path, message, suggestion, atKey),
    remember: (value, path) => report.remember(value, { yaml, path }),
    written: (path) => yaml.writtenAt(path),
    dropped: (value, path) => markBrokenNames(report, value, path),
  })
  return content === BROKEN ? {} : (content as WorkspaceFile)
}

function markBrokenNames(report: Report, value: unknown, path: DocumentPath): void {
  if (path.at(-1) === 'time') report.broken.add(METRIC_TIME)
  for (const name of namesWithin(value, 4)) report.broken.add(name)
}

/** The names of a dropped definition, its columns and relations. */
function namesWithin(value: unknown, depth: number): readonly string[] {
  if (typeof value !== 'object' || value === null || depth === 0) return []
  return Object.entries(value).flatMap(([key, propertyValue]) =>
    typeof propertyValue === 'string' && (key === 'name' || key === 'code' || key === 'displayName')
      ? [propertyValue]
      : namesWithin(propertyValue, depth - 1),
  )
}

function define(
  report: Report,
  files: readonly CheckedFile[],
  { listFolder }: ParseWorkspaceOptions,
): Workspace {
  const tenant = checkTenant(report, files)
  const calendar = checkCalendar(report, files)
  const decodeSection = <S extends Section, Definition>(
    section: S,
    codec: Codec<RawOf<S>, Definition>,
  ): readonly Entry<RawOf<S>, Definition>[] =>
    files.flatMap(({ yaml, content }) => {
      const place = { tenant, folder: dirname(yaml.file) }
      const raws: readonly RawOf<S>[] = content[section] ?? []
      return raws.map((raw) => ({ raw, definition: codec.decode(raw, place) }))
    })
  const datasourceEntries = decodeSection('datasources', datasourceCodec)
  const datasetEntries = decodeSection('datasets', datasetCodec)
  const accountEntries = decodeSection('accounts', accountCodec)
  const accounts = listDefinitions(filterUnique(report, 'account', accountEntries, 'account'))
  const categories = checkCategories(report, decodeSection('categories', categoryCodec))
  const metricEntries = resolveCategories(report, decodeSection('metrics', metricCodec), categories)
  const dimensionEntries = resolveCategories(
    report,
    decodeSection('dimensions', dimensionCodec),
    categories,
  )
  const datasources = listDefinitions(filterUnique(report, 'datasource', datasourceEntries, 'name'))
  checkDatasources(report, datasourceEntries)
  const datasets = checkDatasets(report, datasetEntries, { accounts, calendar, datasources })
  checkCalendarSources(report, files, datasets)
  if (listFolder !== undefined) {
    checkDataFiles(report, { datasourceEntries, datasetEntries, listFolder })
  }
  const bare: Workspace = {
    tenant,
    timeZone: checkTimeZone(report, files),
    calendar,
    accounts,
    categories,
    grants: [],
    groups: checkGroups(report, decodeSection('groups', groupCodec)),
    datasources,
    datasets,
    dimensions: [],
    metrics: listDefinitions(metricEntries),
    periods: checkPeriods(report, decodeSection('periods', periodCodec), calendar),
    dateTags: [],
    plans: [],
  }
  checkDatasetConditions(report, datasetEntries, bare)
  const dimensions = checkDimensions(report, dimensionEntries, bare)
  const dimensionedWorkspace = { ...bare, dimensions }
  const dateTags = checkDateTags(
    report,
    decodeSection('dateTags', dateTagCodec),
    dimensionedWorkspace,
  )
  const metrics = checkMetrics(report, metricEntries, dimensionedWorkspace)
  checkHaving(report, dimensionEntries, { ...dimensionedWorkspace, metrics })
  const grants = checkGrants(report, decodeSection('grants', grantCodec), {
    ...dimensionedWorkspace,
    metrics,
  })
  const plans = checkPlans(report, decodeSection('plans', planCodec), {
    ...dimensionedWorkspace,
    metrics,
  })
  return { ...dimensionedWorkspace, metrics, dateTags, grants, plans }
}

/** The keys of a file with lists of definitions. */
type Section = Exclude<keyof WorkspaceFile, 'tenant' | 'timeZone' | 'calendar'>

type RawOf<S extends Section> = NonNullable<WorkspaceFile[S]>[number]

function listDefinitions<Definition>(
  entries: readonly Entry<object, Definition>[],
): readonly Definition[] {
  return entries.map(({ definition }) => definition)
}

function inOrder(
  sources: readonly Pick<SourceText, 'file'>[],
  problems: readonly WorkspaceProblem[],
): readonly WorkspaceProblem[] {
  const rank = new Map(sources.map((source, i) => [source.file, i]))
  const getFileRank = (problem: WorkspaceProblem): number =>
    rank.get(problem.file) ?? sources.length
  return problems.toSorted(
    (a, b) => getFileRank(a) - getFileRank(b) || a.line - b.line || a.column - b.column,
  )
}
